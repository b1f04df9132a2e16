import { formatMoney } from '@butaca/brand/money';
import type { AnswerOf } from '@butaca/contract';
import type { getOfficeMoney } from '@butaca/contract/office-orders';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { ActionList } from '../orders/ActionList.tsx';
import { readMoney, readRefunds } from '../orders/calls.ts';
import { momentText } from '../orders/moment.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import orderStyles from '../orders/Orders.module.css';
import { RefundLine, stateOf } from '../orders/RefundLine.tsx';
import { QueryScreen } from '../QueryScreen.tsx';
import { settings } from '../settings.ts';
import { doubtText } from './doubt-text.ts';
import styles from './Money.module.css';
import { providerName } from './provider-name.ts';
import { refundsCsv } from './refunds-csv.ts';

const POLL_MS = 15_000;

type MoneyAnswer = AnswerOf<typeof getOfficeMoney>;

/** Money that needs a person, where every cent is, and what staff did by hand. */
export function MoneyScreen({ name }: { name: string }) {
  const query = useQuery({
    queryKey: ['money'],
    queryFn: ({ signal }) => readMoney(signal),
    refetchInterval: POLL_MS,
  });
  return (
    <QueryScreen name={name} screen="money" query={query}>
      {(money) => <Sections money={money} />}
    </QueryScreen>
  );
}

function Sections({ money }: { money: MoneyAnswer }) {
  const { t } = useTranslation(officeTexts);
  const { doubtfulPayments, waitingPayments, refunds, actions } = money;
  const open = refunds.filter(({ refund }) => !refund.isDone);
  const chargebacks = refunds.filter(({ refund }) => refund.way === 'chargeback');
  const elsewhere = refunds.filter(({ refund }) => refund.way === 'elsewhere');
  return (
    <>
      <section className={orderStyles.section} aria-labelledby="doubts-title">
        <h2 id="doubts-title">{t('money.doubts')}</h2>
        {doubtfulPayments.length === 0 ? (
          <p className={orderStyles.soft}>{t('money.doubts.none')}</p>
        ) : (
          <ul className={orderStyles.lines}>
            {doubtfulPayments.map(({ reference, startedAt, amount, orderId, orderNumber, ...doubt }) => (
              <li key={reference} className={orderStyles.line}>
                <span className={orderStyles.lineMain}>
                  <OrderLink orderId={orderId} orderNumber={orderNumber} />
                  <span className={orderStyles.soft}>
                    {momentText(startedAt)} · {doubtText(doubt, t)}
                  </span>
                </span>
                <span className={orderStyles.lineEnd}>
                  <Money amount={amount} locale={settings.locale} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <WaitingPayments payments={waitingPayments} />
      <RefundList title={t('money.refunds')} none={t('money.refunds.none')} refunds={open} />
      <DownloadRefunds />
      {elsewhere.length > 0 && <RefundList title={t('money.elsewhere')} none="" refunds={elsewhere} />}
      {chargebacks.length > 0 && <RefundList title={t('money.chargebacks')} none="" refunds={chargebacks} />}
      <Providers money={money} />
      <section className={orderStyles.section} aria-labelledby="actions-title">
        <h2 id="actions-title">{t('orders.log')}</h2>
        {actions.length === 0 ? <p className={orderStyles.soft}>{t('money.log.none')}</p> : <ActionList actions={actions} linked />}
      </section>
    </>
  );
}

/** Nothing is to be done about them: their buyers have still to pay. */
function WaitingPayments({ payments }: { payments: MoneyAnswer['waitingPayments'] }) {
  const { t } = useTranslation(officeTexts);
  if (payments.length === 0) return null;
  return (
    <section className={orderStyles.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title">{t('money.waiting')}</h2>
      <p className={orderStyles.soft}>{t('money.waiting.hint')}</p>
      <ul className={orderStyles.lines}>
        {payments.map(({ reference, orderId, orderNumber, buyerName, showNames, kind, provider, amount, heldUntil }) => (
          <li key={reference} className={orderStyles.line}>
            <span className={orderStyles.lineMain}>
              <strong>{[buyerName, ...showNames].filter(Boolean).join(' · ')}</strong>
              <OrderLink orderId={orderId} orderNumber={orderNumber} />
              <span className={orderStyles.soft}>
                {t(`orders.kind.${kind}`)} · {providerName(provider, t)} ·{' '}
                {heldUntil === undefined ? t('orders.places.lost') : t('orders.places.until', { when: momentText(heldUntil) })}
              </span>
            </span>
            <span className={orderStyles.lineEnd}>
              <Money amount={amount} locale={settings.locale} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All refunds of a year as a file. */
function DownloadRefunds() {
  const { t } = useTranslation(officeTexts);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async () => {
    setState('busy');
    const refunds = await readRefunds().catch(() => null);
    setState(refunds ? 'idle' : 'failed');
    if (!refunds) return;
    const csv = refundsCsv(refunds, settings.locale.currency, {
      columns: t('money.csv.columns').split(','),
      way: (way) => t(`orders.way.${way}`),
      state: (refund) => t(`orders.refund.${stateOf(refund)}`),
    });
    const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
    Object.assign(document.createElement('a'), { href: address, download: t('money.csv.file') }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className={orderStyles.verbs}>
      <Button kind="secondary" small busy={state === 'busy'} onClick={() => void download()}>
        {t('money.csv')}
      </Button>
      <div aria-live="polite">{state === 'failed' && <Notice kind="error">{t('orders.problem.no_answer')}</Notice>}</div>
    </div>
  );
}

interface RefundListProps {
  readonly title: string;
  readonly none: string;
  readonly refunds: MoneyAnswer['refunds'];
}

function RefundList({ title, none, refunds }: RefundListProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <section className={orderStyles.section} aria-label={title}>
      <h2>{title}</h2>
      {refunds.length === 0 && <p className={orderStyles.soft}>{none}</p>}
      {refunds.map(({ orderId, orderNumber, refund, givenBack }) => (
        <div key={refund.id} className={styles.refund}>
          <OrderLink orderId={orderId} orderNumber={orderNumber} />
          {givenBack !== undefined && (
            <p className={orderStyles.trouble}>{t('money.undecided', { amount: formatMoney(givenBack, settings.locale) })}</p>
          )}
          <ul className={orderStyles.lines}>
            <RefundLine refund={refund} />
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Where every cent is, by provider. */
function Providers({ money: { providers, balances } }: { money: MoneyAnswer }) {
  const { t } = useTranslation(officeTexts);
  return (
    <section className={orderStyles.section} aria-labelledby="providers-title">
      <h2 id="providers-title">{t('money.where')}</h2>
      <ul className={styles.providers}>
        {providers.map(({ name, currency, kept, returned, inDoubt, waiting, owed }) => {
          const locale = { ...settings.locale, currency };
          const rows = { kept, returned, inDoubt, awaited: waiting, owed };
          return (
            <li key={`${name} ${currency}`} className={styles.provider}>
              <h3>{providerName(name, t)}</h3>
              <dl className={orderStyles.numbers}>
                {(['kept', 'returned', 'inDoubt', 'awaited', 'owed'] as const).map((row) => (
                  <div key={row}>
                    <dt>{t(`money.${row}`)}</dt>
                    <dd>
                      <Money amount={rows[row]} locale={locale} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
      <p>
        {t('money.balances')} <Money amount={balances} locale={settings.locale} />
      </p>
    </section>
  );
}
