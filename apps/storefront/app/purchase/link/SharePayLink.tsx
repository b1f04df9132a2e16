import type { TextKey } from '@butaca/brand/translate';
import { pollWhileVisible } from '@butaca/browser/poll.ts';
import type { PaymentResult, Purchase, PurchasePerformance } from '@butaca/contract';
import { getBalance } from '@butaca/contract/balance';
import { makePayLink, revokePayLink } from '@butaca/contract/pay-link';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import linkTexts from '../../i18n/es/pay-link.json';
import { pathTo } from '../../paths.ts';
import { stageAddress } from '../buy/addresses.ts';
import styles from '../buy/Buy.module.css';
import choiceStyles from '../buy/MethodChoice.module.css';
import { placeName } from '../buy/summary/place-name.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { lookAtPayment } from '../confirmation/verify.ts';
import { useUntil } from '../until.ts';
import { askingMail } from './asking-mail.ts';
import { readLink } from './read-link.ts';

const LOOK_EVERY_MS = 4000;

interface SharePayLinkProps {
  readonly purchase: Purchase;
  /** What the buyer's balance may pay of it, in minor units; 0 for none. */
  readonly beside: number;
}

interface MadeLink {
  readonly code: string;
  readonly expiresAt: number;
  /** What the balance is to pay. */
  readonly fromBalance: number;
}

/** "Somebody else pays?": makes a link, for all of it or for what the balance leaves, shows it and what becomes of it, and ends it. */
export function SharePayLink({ purchase, beside }: SharePayLinkProps) {
  const { t } = useTranslation(linkTexts);
  const until = useUntil();
  const money = useMoney();
  const { brand } = useFrame();
  const lineOf = usePerformanceLine();
  const [link, setLink] = useState<MadeLink | null>(null);
  const [usesBalance, setUsesBalance] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<TextKey<typeof linkTexts> | null>(null);
  const [copied, setCopied] = useState(false);
  const payer = usePayer(purchase.id, link);
  const hasEnded = link !== null && payer === 'ended';
  const total = purchase.totals?.total ?? 0;
  const part = usesBalance ? beside : 0;
  const params = { purchaseId: purchase.id };

  const act = async (make: boolean) => {
    setBusy(true);
    setCopied(false);
    const client = await loadClient();
    if (make) {
      const body = part > 0 ? { fromBalance: part } : {};
      const made = await client.call(makePayLink, { params, body }, { purpose: 'charging' });
      if (made.status === 'ok') setLink({ ...made.data, fromBalance: part });
      setFailed(made.status === 'ok' ? null : made.status === 'refusal' ? (failures[made.failure] ?? 'share.failed') : 'share.failed');
    } else {
      const ended = await client.call(revokePayLink, { params, body: {} }, { purpose: 'charging' });
      if (ended.status === 'ok') setLink(null);
      setFailed(ended.status === 'ok' ? null : 'share.failed');
    }
    setBusy(false);
  };

  const address = link && new URL(pathTo('linkPago', { purchaseId: link.code }), window.location.origin).href;
  const copy = async () => {
    if (address)
      setCopied(
        await navigator.clipboard.writeText(address).then(
          () => true,
          () => false,
        ),
      );
  };
  return (
    <details className={styles.share}>
      <summary>{t('share.title')}</summary>
      <div className={styles.section}>
        <p className={styles.note}>{t('share.text')}</p>
        {hasEnded && (
          <Notice kind="warning" message="share.ended">
            {t('share.ended')}
          </Notice>
        )}
        {failed && <Notice kind="error">{t(failed)}</Notice>}
        {link && address && payer !== 'ended' ? (
          <>
            <Field
              name="payLink"
              label={t('share.link')}
              defaultValue={address}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
            {link.fromBalance > 0 && payer !== 'no balance' && (
              <p>
                {link.fromBalance < total
                  ? t('share.parts', { balance: money(link.fromBalance), rest: money(total - link.fromBalance) })
                  : t('share.covered')}
              </p>
            )}
            <p className={styles.note}>{t('share.until', { end: until(link.expiresAt) })}</p>
            <p role="status" className={styles.payer} data-payer={payer}>
              {t(`share.payer.${payer}`, { balance: money(link.fromBalance) })}
            </p>
            <Button kind="secondary" onClick={() => void copy()}>
              {t('share.copy')}
            </Button>
            <LinkButton
              kind="secondary"
              href={askingMail(
                {
                  performances: purchase.performances,
                  lines: purchase.performances.map((performance) => lineOf(performance)),
                  amount: money(total - link.fromBalance),
                  end: until(link.expiresAt),
                  address,
                  brand: brand.name,
                },
                t,
              )}
            >
              {t('share.mail')}
            </LinkButton>
            <Button kind="secondary" disabled={busy} onClick={() => void act(false)}>
              {t('share.revoke')}
            </Button>
            <p role="status">{copied && t('share.copied')}</p>
          </>
        ) : (
          <>
            {beside > 0 && (
              <div className={choiceStyles.beside}>
                <Checkbox
                  label={t('share.beside', { balance: money(beside), rest: money(total - beside) })}
                  checked={usesBalance}
                  onChange={({ currentTarget }) => setUsesBalance(currentTarget.checked)}
                />
              </div>
            )}
            {part > 0 && <p className={styles.note}>{t('share.beside.text')}</p>}
            <Button kind="secondary" disabled={busy} onClick={() => void act(true)}>
              {t('share.make')}
            </Button>
          </>
        )}
      </div>
    </details>
  );
}

/** One performance in a line: what, when, where, and its places. */
function usePerformanceLine() {
  const { t } = useTranslation(buyTexts);
  const words = useCalendarWords();
  return ({ show, date, places = [], placeCount }: PurchasePerformance): string => {
    const when = date && `${dayOfWeekAndMonth(date, words)}, ${timeOf(date)}`;
    const what = [show?.name, when, show?.venueName].filter(Boolean).join(' · ');
    const listed = places.length > 0 ? places.map((place) => placeName(place, t)).join('; ') : t('totals.tickets', { count: placeCount });
    return `${what} (${listed})`;
  };
}

const failures: Readonly<Partial<Record<string, TextKey<typeof linkTexts>>>> = {
  balance_too_low: 'share.failed.balance',
  first_card_waits: 'share.failed.first',
  purchase_paying: 'share.failed.paying',
};

/**
 * What becomes of the link, told as long as it is shown. Somebody else's payment, and their bank's questions, are not shown on this screen:
 * it says what they are doing, and leaves for the outcome once it was paid.
 */
function usePayer(purchaseId: string, link: MadeLink | null): PayerState {
  const navigate = useNavigate();
  const [state, setState] = useState<PayerState>('waiting');
  const code = link?.code;
  const fromBalance = link?.fromBalance ?? 0;
  useEffect(() => {
    if (code === undefined) return;
    setState('waiting');
    let before: PaymentResult | undefined;
    let hasPaid = false;
    let hasEnded = false;
    return pollWhileVisible(
      async (signal) => {
        // Before the payment is looked at: what a payment has set aside by then is told as that payment.
        const balance = fromBalance > 0 ? await readBalance(signal) : undefined;
        const seen = await lookAtPayment(purchaseId, '');
        if (signal.aborted || typeof seen !== 'object') return;
        const { result } = seen;
        before ??= result;
        const { stage } = result.purchase;
        if (!stage) return;
        hasPaid ||= stage === 'paying';
        if (stage !== 'paying' && stageAddress[stage](purchaseId))
          return void navigate(stageAddress[stage](purchaseId) ?? '', { replace: true });
        // A payment that has begun keeps its link. One that has ended is read no more: a code that leads nowhere counts against the network.
        if (stage === 'open' && !hasEnded) hasEnded = (await readLink(code)).status === 'gone';
        if (signal.aborted) return;
        setState(payerStateOf(result, { before, hasPaid, hasEnded, lacksBalance: balance !== undefined && balance < fromBalance }));
        if (hasPaid || stage !== 'open') await purchaseClock.updated(result.purchase);
      },
      { everyMs: LOOK_EVERY_MS },
    );
  }, [purchaseId, code, fromBalance, navigate]);
  return state;
}

/** What the buyer has here now, in minor units; undefined without an answer. */
async function readBalance(signal: AbortSignal): Promise<number | undefined> {
  const { call } = await loadClient();
  const read = await call(getBalance, {}, { purpose: 'background', signal });
  return read.status === 'ok' ? read.data.amount : undefined;
}

export type PayerState = 'waiting' | 'paying' | 'asked' | 'declined' | 'given up' | 'no balance' | 'ended';

/** What whoever has the link is doing, by the purchase's latest payment now and when the link was first shown. */
export function payerStateOf(
  {
    outcome,
    triesLeft,
    payerIsAsked,
    purchase,
  }: Pick<PaymentResult, 'outcome' | 'triesLeft' | 'payerIsAsked'> & { readonly purchase: Pick<Purchase, 'stage'> },
  { before, hasPaid, hasEnded, lacksBalance }: SeenBefore,
): PayerState {
  if (hasEnded) return 'ended';
  if (purchase.stage === 'paying') return payerIsAsked ? 'asked' : 'paying';
  if (lacksBalance) return 'no balance';
  if (!hasPaid && outcome === before.outcome && triesLeft === before.triesLeft) return 'waiting';
  return outcome === 'declined' ? 'declined' : 'given up';
}

interface SeenBefore {
  /** The purchase's latest payment when the link was first shown. */
  readonly before: Pick<PaymentResult, 'outcome' | 'triesLeft'>;
  /** Whether somebody was seen paying since. */
  readonly hasPaid: boolean;
  /** Whether the link was found to work no more: revoked in another tab, replaced, or ended with a new password. */
  readonly hasEnded: boolean;
  /** Whether the balance no longer has the part that it is to pay. */
  readonly lacksBalance: boolean;
}
