import { timeText } from '@butaca/brand/dates';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { PaymentMethod, PaymentResult } from '@butaca/contract';
import { getCustomer } from '@butaca/contract/account';
import { listPaymentMethods } from '@butaca/contract/payment';
import { brandName } from '@butaca/contract/rules/card-brands';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import paymentTexts from '../../i18n/es/payment.json';
import { useCaptcha } from '../../login/use-captcha.ts';
import styles from '../buy/Buy.module.css';
import { askOtherCard, useBuyForm } from '../buy/buy-form.ts';
import { CardSection } from '../buy/card/CardSection.tsx';
import { tokenOfCard } from '../buy/card/card-token.ts';
import { useCardKind } from '../buy/card/use-card-kind.ts';
import type { KnownPayer } from '../buy/open-checkout.ts';
import { PaySection } from '../buy/PaySection.tsx';
import { pay } from '../buy/pay.ts';
import { RefusalNotice } from '../buy/RefusalNotice.tsx';
import { ofSecondCard, type ShownRefusal } from '../buy/refusals.ts';
import { PerformanceTickets } from '../buy/summary/PerformanceTickets.tsx';
import { deviceFacts } from '../device-facts.ts';

interface SecondCardScreenProps {
  readonly payment: PaymentResult;
  /** What has become of it has to be asked. */
  readonly onPaid: () => void;
  /** The terms were accepted before another second card was declined. */
  readonly hasAccepted: boolean;
  readonly onAccepted: () => void;
  /** Gives up, with an explanation of its own. */
  readonly cancel: ReactNode;
}

/** The first card has paid its part: what is missing, until when, and the form of the second. */
export function SecondCardScreen({ payment, onPaid, hasAccepted, onAccepted, cancel }: SecondCardScreenProps) {
  const { t } = useTranslation(paymentTexts);
  const { t: ofBuying } = useTranslation(buyTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const { purchase, amount = 0, missing = 0, until, message, lastFour } = payment;
  const captcha = useCaptcha('payment');
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [{ methods, payer }, setOffered] = useState<{ methods: readonly PaymentMethod[]; payer: KnownPayer }>({ methods: [], payer: {} });
  const [methodId, setMethodId] = useState<number | undefined>();
  const [bin, setBin] = useState<string | null>(null);
  // A card that is typed, until the buyer chooses: the first kept one may be the one that has paid its part.
  const [keptId, setKeptId] = useState<string | null>(null);
  const [paying, setPaying] = useState(false);
  const click = useClickKey();
  const [refusal, setRefusal] = useState<ShownRefusal | null>(
    message === undefined
      ? null
      : { kind: 'declined', isSecondCard: true, message, triesLeft: payment.triesLeft, lost: [], total: undefined },
  );
  const method = methods.find(({ id }) => id === methodId) ?? methods[0];
  const kept = method?.cards?.find(({ id }) => id === keptId);
  const known = useCardKind({ purchaseId: purchase.id, paymentMethodId: method?.id, bin: kept?.bin ?? bin, asked: '', fromBalance: 0 });
  const buyForm = useBuyForm({
    card: !kept,
    kept: kept !== undefined,
    deliveryChosen: true,
    lengths: known.status === 'known' ? known.kind.numberLengths : undefined,
  });

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    let left = false;
    void loadClient()
      .then((client) =>
        Promise.all([
          client.call(listPaymentMethods, { params: { purchaseId: purchase.id } }, { purpose: 'background' }),
          client.call(getCustomer, {}, { purpose: 'background' }),
        ]),
      )
      .then(([listed, customer]) => {
        if (left || listed.status !== 'ok') return;
        setOffered({
          methods: listed.data.items.filter(({ kind }) => kind === 'card'),
          payer: customer.status === 'ok' ? customer.data : {},
        });
      });
    return () => {
      left = true;
    };
  }, [purchase.id]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = buyForm.send(event.currentTarget);
    if (!values || !method || paying || known.status === 'asking') return;
    onAccepted();
    setPaying(true);
    setRefusal(null);
    const result = await pay(
      {
        call: (await loadClient()).call,
        captcha: captcha.take,
        click,
        device: () => Object.entries(deviceFacts()).map(([name, value]) => ({ name, value })),
        tokenOf: (at, typed, of) =>
          tokenOfCard(at, of ? { exchange: of.exchange ?? '', code: typed.code } : typed, (input, init) => fetch(input, init)),
        // Its time is the server's: nothing is charged once the first part is on its way back.
        startCharge: async () => true,
      },
      { purchase, method, form: values, kept, instalments: 1, fromBalance: 0, isSecondCard: true },
    );
    setPaying(false);
    if (result.status === 'fields') return form.current ? buyForm.refuse(form.current, result.problems) : undefined;
    if (result.status === 'refusal') return setRefusal(result.refusal);
    return onPaid();
  };

  return (
    <main id="main" className={styles.buy}>
      <title>{`${t('second.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 ref={heading} tabIndex={-1}>
        {t('second.title')}
      </h1>
      <section className={styles.summary} aria-labelledby="second-summary">
        <header>
          <h2 id="second-summary">{ofBuying('summary.title')}</h2>
        </header>
        {purchase.performances.map((performance) => (
          <PerformanceTickets key={performance.id} performance={performance} />
        ))}
        <dl className={styles.progressOfTwo}>
          <div>
            <dt>{t('second.paid', { brand: payment.brand ? brandName(payment.brand) : t('paid.card'), lastFour: lastFour ?? '' })}</dt>
            <dd>{money(amount)}</dd>
          </div>
          <div>
            <dt>{t('second.missing')}</dt>
            <dd>
              <strong>{money(missing)}</strong>
            </dd>
          </div>
        </dl>
      </section>
      <form
        ref={form}
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onBlur={buyForm.left}
        onInput={buyForm.changed}
        onFocus={captcha.prepare}
      >
        <Notice kind="info">
          {until === undefined
            ? t('second.text')
            : t('second.until', {
                time: timeText(until, brand.locale),
              })}
        </Notice>
        <RefusalNotice refusal={ofSecondCard(refusal)} onOtherCard={() => askOtherCard(form.current, () => setKeptId(null))} />
        <div className={styles.sections} inert={paying}>
          {method && (
            <CardSection
              methods={methods}
              method={method}
              onMethod={async (id) => {
                setKeptId(null);
                setMethodId(id);
              }}
              known={known}
              payer={payer}
              problems={buyForm.problems}
              total={missing}
              onBin={setBin}
              onCorrected={buyForm.changed}
              instalments={1}
              onInstalments={() => {}}
              kept={kept}
              onKept={setKeptId}
              inOnePayment
            />
          )}
        </div>
        <PaySection
          total={missing}
          plan={undefined}
          free={false}
          paying={paying}
          waitsFor={known.status === 'asking' ? 'instalments' : method ? undefined : 'total'}
          problem={buyForm.problems.terms}
          isTicked={hasAccepted}
        />
      </form>
      <section className={styles.giveUp} aria-label={t('second.give-up')}>
        <p className={styles.note}>{t('second.give-up.text', { amount: money(amount) })}</p>
        {cancel}
      </section>
    </main>
  );
}
