import { invalidatePurchase, listRunningPurchases, type Purchase } from '@butaca/contract/purchase';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useMoney } from '../../frame/use-frame.ts';
import clockTexts from '../../i18n/es/clock.json';
import { pathTo } from '../../paths.ts';
import { productCountOf, ticketCountOf } from '../ticket-count.ts';
import { useUntil } from '../until.ts';
import { checkOutPath, wordingOf } from './cart.ts';
import styles from './OpenPurchases.module.css';
import { purchaseClock } from './purchase-clock.ts';

interface OpenPurchasesProps {
  /** Shown above the list; without any purchase nothing is shown. */
  readonly title?: string;
  /** Those that are being paid, too. */
  readonly paying?: boolean;
}

/** The account's running purchases, on whatever device they were started, with a way to go on with each and to give it up. */
export function OpenPurchases({ title, paying = false }: OpenPurchasesProps) {
  const { t } = useTranslation(clockTexts);
  const { purchases, givingUp, said, status, giveUp } = useOpenPurchases();
  const shown = purchases?.filter(({ stage }) => paying || stage === 'open') ?? [];
  const list = shown.length > 0 && (
    <ul className={styles.list}>
      {shown.map((purchase) => (
        <OpenPurchase key={purchase.id} purchase={purchase} busy={givingUp === purchase.id} onGiveUp={() => void giveUp(purchase.id)} />
      ))}
    </ul>
  );
  const message = (
    <div ref={status} tabIndex={-1} className={styles.status}>
      {said && <Notice kind={said === 'given-up' ? 'success' : 'warning'}>{t(`open.${said}`)}</Notice>}
    </div>
  );

  if (title === undefined) {
    return (
      <>
        {list}
        {message}
      </>
    );
  }
  return (
    <section className={styles.section} aria-labelledby="open-purchases" hidden={!list && !said}>
      <h2 id="open-purchases">{title}</h2>
      {list}
      {message}
    </section>
  );
}

interface OpenPurchaseProps {
  readonly purchase: Purchase;
  readonly busy: boolean;
  readonly onGiveUp: () => void;
}

export function OpenPurchase({ purchase, busy, onGiveUp }: OpenPurchaseProps) {
  const { t } = useTranslation(clockTexts);
  const words = useCalendarWords();
  const money = useMoney();
  const until = useUntil();
  const [first, ...others] = purchase.performances;
  const show = first?.show?.name ?? t('purchase');
  const when = first?.date ? `${dayOfWeekAndMonth(first.date, words)} ${timeOf(first.date)}` : '';
  const name = [show, when].filter(Boolean).join(', ');
  const { id, totals, deadline } = purchase;
  const isOpen = purchase.stage === 'open';

  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p>
          <strong>{show}</strong>
          {when && ` · ${when}`}
          {first && ticketCountOf(purchase) > 0 && ` · ${t(wordingOf(first), { count: ticketCountOf(purchase) })}`}
          {productCountOf(purchase) > 0 && ` · ${t('products', { count: productCountOf(purchase) })}`}
          {others.length > 0 && ` · ${t('open.more', { count: others.length })}`}
        </p>
        {(totals || (isOpen && deadline !== undefined)) && (
          <p className={styles.due}>
            {totals && <strong>{money(totals.total)}</strong>}
            {isOpen && deadline !== undefined && <span>{t('open.until', { until: until(deadline) })}</span>}
          </p>
        )}
      </div>
      <div className={styles.ways}>
        {isOpen ? (
          <>
            <LinkButton
              as={Link}
              to={checkOutPath(purchase, purchase.performances.at(-1)?.id)}
              aria-label={t('open.go-on-named', { name })}
            >
              {t('open.go-on')}
            </LinkButton>
            <Button kind="quiet" busy={busy} onClick={onGiveUp} aria-label={t('open.give-up-named', { name })}>
              {t('open.give-up')}
            </Button>
          </>
        ) : (
          <LinkButton
            as={Link}
            kind="secondary"
            to={pathTo('payConfirm', {}, { purchase: id })}
            aria-label={t('open.paying-named', { name })}
          >
            {t('open.paying')}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

/** What became of a purchase that was to be given up. */
type Said = 'given-up' | 'paying-now' | 'over' | 'failed';

function useOpenPurchases() {
  /** Null until they are read, and when they could not be. */
  const [purchases, setPurchases] = useState<readonly Purchase[] | null>(null);
  const [givingUp, setGivingUp] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const status = useRef<HTMLDivElement>(null);

  const read = async () => {
    const running = await (await loadClient()).ask(listRunningPurchases, {});
    if (running) setPurchases(running.items);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void read(), []);

  async function giveUp(purchaseId: string) {
    if (givingUp !== null) return;
    setGivingUp(purchaseId);
    setSaid(null);
    const outcome = await (await loadClient()).call(invalidatePurchase, { params: { purchaseId } });
    // This screen says how it ended; the dialog would lead away from it.
    if (outcome.status === 'ok') await purchaseClock.ended(purchaseId);
    await read();
    setGivingUp(null);
    setSaid(saidOf(outcome));
    status.current?.focus();
  }

  return { purchases, givingUp, said, status, giveUp };
}

function saidOf(outcome: { readonly status: string; readonly failure?: string }): Said {
  if (outcome.status === 'ok') return 'given-up';
  if (outcome.failure === 'purchase_paying') return 'paying-now';
  return outcome.failure === 'purchase_over' || outcome.failure === 'not_found' ? 'over' : 'failed';
}
