import { formatMoney } from '@butaca/brand/money';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { ChosenWay, OfficeOrder } from '@butaca/contract/office-orders';
import { typedText } from '@butaca/contract/rules/typed';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../FormDialog.tsx';
import officeTexts from '../i18n/es/office.json';
import { ReasonField } from '../ReasonField.tsx';
import { settings } from '../settings.ts';
import { type OrderProblem, type Preview, preview, refund } from './calls.ts';
import styles from './Orders.module.css';

interface RefundDialogProps {
  readonly order: OfficeOrder;
  readonly ticketIds: readonly string[];
  readonly onDone: (order: OfficeOrder) => void;
  readonly onClose: () => void;
}

/** Shows what a refund would do, in numbers of the server, and asks for a reason; what was shown is what is done, or nothing. */
export function RefundDialog({ order, ticketIds, onDone, onClose }: RefundDialogProps) {
  const { t } = useTranslation(officeTexts);
  const [way, setWay] = useState<ChosenWay>('original');
  const [numbers, setNumbers] = useState<Preview | OrderProblem | null>(null);
  const [problem, setProblem] = useState<OrderProblem | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [returnsHandedOver, setReturnsHandedOver] = useState(false);
  // Money that is gone already is not paid again unless somebody says so.
  const [countsGivenBack, setCountsGivenBack] = useState(true);
  const [givenBack, setGivenBack] = useState(0);
  /** How often the numbers turned out to be others when they were to be done. */
  const [changes, setChanges] = useState(0);
  // Products go back with the last ticket.
  const isLast = order.tickets.filter(({ ticket }) => ticket.state === 'valid').length === ticketIds.length;
  const handedOver = isLast ? order.products.filter(({ handedOverAt, isReturned }) => handedOverAt !== undefined && !isReturned) : [];
  const form = useRef<HTMLFormElement>(null);
  const figures = useRef<HTMLDivElement>(null);
  const click = useClickKey();
  const queries = useQueryClient();

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change the same choice has other numbers
  useEffect(() => {
    let isCurrent = true;
    setNumbers(null);
    void preview({ orderId: order.id, ticketIds, way, returnsHandedOver, countsGivenBack }).then((result) => {
      if (!isCurrent) return;
      setNumbers(result);
      if (typeof result !== 'string') setGivenBack(result.givenBack ?? 0);
    });
    return () => {
      isCurrent = false;
    };
  }, [order.id, ticketIds, way, returnsHandedOver, countsGivenBack, changes]);

  // A choice that the new numbers leave no room for takes the focus with it.
  useEffect(() => {
    if (numbers !== null && document.activeElement === document.body) figures.current?.focus();
  }, [numbers]);

  const send = async () => {
    if (numbers === null || typeof numbers === 'string') return;
    setTried(true);
    if (typedText(reason) === '') return form.current?.querySelector<HTMLElement>('[name="reason"]')?.focus();
    setBusy(true);
    setProblem(null);
    const result = await refund({
      ...{ orderId: order.id, ticketIds, way, returnsHandedOver, countsGivenBack, click },
      ...{ amount: numbers.amount, reason: typedText(reason) },
    });
    setBusy(false);
    if (typeof result !== 'string') return onDone(result);
    setProblem(result);
    const isChanged = result === 'done_elsewhere' || result.startsWith('cannot.');
    // What cannot be done is said where the numbers stood.
    if (result.startsWith('cannot.')) setProblem(null);
    if (isChanged) setChanges((before) => before + 1);
    if (result === 'key_reused' || isChanged) void queries.invalidateQueries({ queryKey: ['order', order.id] });
  };

  const shown = numbers !== null && typeof numbers !== 'string' ? numbers : null;
  return (
    <FormDialog
      form={form}
      title={ticketIds.length > 0 ? t('orders.refund.title', { count: ticketIds.length }) : t('orders.refund.title.products')}
      go={t('orders.refund.go')}
      danger
      busy={busy}
      blocked={!shown}
      onSubmit={send}
      onClose={onClose}
    >
      {order.mayBecomeBalance && order.total > 0 && (
        <RadioGroup
          name="way"
          legend={t('orders.way')}
          chosen={way}
          onChoose={setWay}
          options={[
            { value: 'original', title: t('orders.way.original'), text: t('orders.way.original.text') },
            { value: 'balance', title: t('orders.way.balance'), text: t('orders.way.balance.text') },
          ]}
        />
      )}
      {handedOver.length > 0 && (
        <RadioGroup
          name="handed-over"
          legend={t('orders.refund.handed-over', { what: handedOver.map(nameOfProduct).join(' · ') })}
          chosen={returnsHandedOver ? 'returned' : 'kept'}
          onChoose={(choice) => setReturnsHandedOver(choice === 'returned')}
          options={[
            { value: 'kept', title: t('orders.refund.handed-over.kept'), text: t('orders.refund.handed-over.kept.text') },
            { value: 'returned', title: t('orders.refund.handed-over.returned'), text: t('orders.refund.handed-over.returned.text') },
          ]}
        />
      )}
      {givenBack > 0 && (
        <RadioGroup
          name="given-back"
          legend={t('orders.refund.given-back', { amount: formatMoney(givenBack, settings.locale) })}
          chosen={countsGivenBack ? 'counted' : 'apart'}
          onChoose={(choice) => {
            setProblem(null);
            setCountsGivenBack(choice === 'counted');
          }}
          options={[
            { value: 'counted', title: t('orders.refund.given-back.counted'), text: t('orders.refund.given-back.counted.text') },
            { value: 'apart', title: t('orders.refund.given-back.apart'), text: t('orders.refund.given-back.apart.text') },
          ]}
        />
      )}
      <div ref={figures} tabIndex={-1} aria-live="polite" aria-busy={numbers === null}>
        {typeof numbers === 'string' ? (
          <Notice kind="error">{t(`orders.problem.${numbers}`)}</Notice>
        ) : (
          <dl className={styles.numbers}>
            <Fact name={t('orders.refund.amount')} strong>
              {shown ? <Money amount={shown.amount} locale={settings.locale} /> : <Skeleton width="6rem" height="1.25rem" />}
            </Fact>
            {shown?.covered !== undefined && (
              <Fact name={t('orders.refund.counted')}>
                <Money amount={shown.covered} locale={settings.locale} />
              </Fact>
            )}
            {shown?.toBalance !== undefined && (
              <Fact name={t('orders.refund.to-balance')}>
                <Money amount={shown.toBalance} locale={settings.locale} />
              </Fact>
            )}
            <Fact name={t('orders.refund.kept')}>
              {shown ? <Money amount={shown.kept} locale={settings.locale} /> : <Skeleton width="5rem" height="1.25rem" />}
            </Fact>
            <Fact name={t('orders.refund.voided')}>{shown?.ticketCount ?? '–'}</Fact>
            <Fact name={t('orders.refund.places')}>{shown?.placesSoldAgain ?? '–'}</Fact>
          </dl>
        )}
      </div>
      <ReasonField value={reason} tried={tried} onType={setReason} />
      {problem && <Notice kind="error">{t(problem === 'done_elsewhere' ? 'orders.refund.changed' : `orders.problem.${problem}`)}</Notice>}
    </FormDialog>
  );
}

const nameOfProduct = ({ quantity, name, variantName }: OfficeOrder['products'][number]): string =>
  `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`;

function Fact({ name, strong = false, children }: { name: string; strong?: boolean; children: React.ReactNode }) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
