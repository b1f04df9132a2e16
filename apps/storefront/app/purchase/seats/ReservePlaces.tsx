import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { PerformanceDetail, Purchase } from '@butaca/contract';
import type { Outcome } from '@butaca/contract/client';
import { makeReservation } from '@butaca/contract/reservation';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import seatTexts from '../../i18n/es/seats.json';
import { pathTo } from '../../paths.ts';
import { endOf } from '../buy/addresses.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import styles from './Seats.module.css';

const ProveAddress = lazy(() => import('../../account/mailbox/ProveAddress.tsx'));

type Text = TextKey<typeof seatTexts>;

/** Why the places were not reserved, in the buyer's terms. */
const obstacles = {
  show: 'reserve.refused.show',
  closed: 'reserve.refused.closed',
  several: 'reserve.refused.several',
  customer: 'reserve.refused.customer',
  full: 'reserve.refused.full',
  reservations: 'reserve.refused.reservations',
  whole: 'reserve.failed',
  fixed: 'fixed.text',
  products: 'reserve.refused.products',
} as const satisfies Record<string, Text>;

type Refused = { readonly text: Text; readonly count?: number };

export function refusedBy(outcome: Outcome<typeof makeReservation>): Refused {
  if (outcome.status !== 'refusal') return { text: 'reserve.failed' };
  if (outcome.failure === 'cannot_reserve') return { text: obstacles[outcome.data.reason], count: outcome.data.most ?? 0 };
  if (outcome.failure === 'address_unconfirmed') return { text: 'reserve.refused.address' };
  if (outcome.failure === 'invalid_input') return { text: 'reserve.refused.contact' };
  if (outcome.failure === 'places_lost') return { text: 'reserve.refused.over' };
  if (outcome.failure !== 'purchase_over') return { text: 'reserve.failed' };
  const end = endOf(outcome.data.stage);
  return { text: end === 'over' ? 'reserve.refused.over' : `${end}.title` };
}

const textIn = (form: FormData, name: string): string => typedText(String(form.get(name) ?? ''));

interface ReservePlacesProps {
  readonly performance: PerformanceDetail;
  readonly purchase: Purchase;
  /** A counter asks for whom. */
  readonly seller: 'shop' | 'counter';
}

/** Beside buying: keeps the places without paying, once the conditions are accepted (VA-035). Nothing where the show does not allow it. */
export function ReservePlaces({ performance, purchase, seller }: ReservePlacesProps) {
  const { t } = useTranslation(seatTexts);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const click = useClickKey();
  const [unticked, setUnticked] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [asksProof, setAsksProof] = useState(false);
  const rule = performance.reservation;
  if (!rule || purchase.reservedUntil !== undefined) return null;

  async function reserve(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const acceptsConditions = form.get('conditions') === 'on';
    setUnticked(!acceptsConditions);
    if (!acceptsConditions) return event.currentTarget.querySelector<HTMLInputElement>('[name=conditions]')?.focus();
    const contact = seller === 'counter' ? { name: textIn(form, 'name'), phone: textIn(form, 'phone') } : {};
    const empty = Object.entries(contact).find(([, text]) => text === '');
    if (empty) {
      setRefused({ text: 'reserve.refused.contact' });
      return event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty[0]}]`)?.focus();
    }
    setBusy(true);
    setRefused(null);
    const body = { acceptsConditions, ...contact };
    const outcome = await click.keyed((await loadClient()).call)(makeReservation, { params: { purchaseId: purchase.id }, body });
    setBusy(false);
    if (outcome.status !== 'ok') {
      setRefused(refusedBy(outcome));
      setAsksProof((isAsked) => isAsked || (outcome.status === 'refusal' && outcome.failure === 'address_unconfirmed'));
      return;
    }
    await purchaseClock.ended(purchase.id);
    await navigate(pathTo(seller === 'counter' ? 'myBookingsBox' : 'myBookings', {}), { state: { reserved: purchase.id } });
  }

  if (!isOpen) {
    return (
      <Button kind="secondary" wide onClick={() => setOpen(true)} {...(seller === 'counter' && { 'aria-keyshortcuts': 'F7' })}>
        {t('reserve')}
      </Button>
    );
  }
  return (
    <>
      {asksProof && (
        <Suspense>
          <ProveAddress onProved={() => setRefused(null)} />
        </Suspense>
      )}
      <form className={styles.reserve} aria-labelledby="reserve" onSubmit={(event) => void reserve(event)} noValidate>
        <h3 id="reserve">{t('reserve.title')}</h3>
        <ul className={styles.conditions}>
          <li>{t('reserve.days', { count: rule.days })}</li>
          <li>{t('reserve.closes', { count: rule.closesHours })}</li>
          <li>{t('reserve.most', { count: rule.mostPerCustomer })}</li>
          <li>{t(rule.partPayable ? 'reserve.part' : 'reserve.whole')}</li>
          <li>{t('reserve.price')}</li>
        </ul>
        {seller === 'counter' && (
          <>
            <Field enterKeyHint="next" name="name" label={t('reserve.name')} autoComplete="off" autoFocus maxLength={120} />
            <Field enterKeyHint="done" name="phone" label={t('reserve.phone')} type="tel" autoComplete="off" maxLength={30} />
          </>
        )}
        <Checkbox name="conditions" label={t('reserve.accept')} error={unticked && t('reserve.unticked')} required />
        {refused && <Notice kind="warning">{t(refused.text, { count: refused.count ?? 0 })}</Notice>}
        <Button type="submit" wide busy={isBusy}>
          {t('reserve.submit')}
        </Button>
        <Button kind="quiet" wide onClick={() => setOpen(false)}>
          {t('reserve.back')}
        </Button>
      </form>
    </>
  );
}
