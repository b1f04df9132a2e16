import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFrame } from '../../frame/use-frame.ts';
import clockTexts from '../../i18n/es/clock.json';
import { CartMenu } from './CartMenu.tsx';
import { badgeOf, iconOf } from './cart.ts';
import { AlertIcon, GiftIcon, TicketIcon } from './icons.tsx';
import styles from './PurchaseInBar.module.css';
import { usePurchaseClock, useSecondsLeft } from './purchase-clock.ts';
import { isCharging } from './timer.ts';

/** Clock and cart icon of a purchase that runs (TB-040..TB-043). */
export function PurchaseInBar() {
  const { t } = useTranslation(clockTexts);
  const { timer, purchase } = usePurchaseClock();
  const [open, setOpen] = useState(false);
  const running = timer.state === 'started';
  const badge = badgeOf(purchase);

  return (
    <>
      {running && (
        <section className={styles.purchase} aria-label={t('purchase')}>
          <BarClock />
          <button type="button" className={styles.cart} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <span className="visually-hidden">{t('open')}</span>
            {iconOf(timer) === 'gift' ? <GiftIcon /> : <TicketIcon />}
            {badge && (
              <span className={styles.badge} data-badge>
                {badge}
              </span>
            )}
          </button>
          <ClockAnnouncer />
        </section>
      )}
      {/* A dialog has a head and a foot of its own, which may not stand inside the page's. */}
      {createPortal(<CartMenu open={open && running} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

/** The time that is left, warning in its last minutes by colour, sign and weight (EX-001..EX-005). */
function BarClock() {
  const { t } = useTranslation(clockTexts);
  const { alertMinutes } = useFrame().brand.constants;
  const { timer } = usePurchaseClock();
  const seconds = useSecondsLeft();
  if (isCharging(timer)) return <p className={styles.charging}>{t('charging')}</p>;

  const left = remaining(seconds);
  const alert = isAlert(seconds, alertMinutes);
  return (
    <div className={styles.clock} role="timer" data-alert={alert || undefined}>
      <span className={styles.label} data-msg="Your time expires in">
        {t('Your time expires in')}
      </span>{' '}
      <span className={styles.time}>
        {alert && <AlertIcon />}
        <time>{left.unit === 'clock' ? left.text : t(left.unit, { count: left.count })}</time>
      </span>
    </div>
  );
}

/** Announces to screen readers, politely, that five, two and one minute are left; every second would be noise. */
function ClockAnnouncer() {
  const { t } = useTranslation(clockTexts);
  const seconds = useSecondsLeft();
  const before = useRef(seconds);
  const [minutes, setMinutes] = useState<number>();

  useEffect(() => {
    const passed = minutesToAnnounce(before.current, seconds);
    before.current = seconds;
    if (passed !== undefined) setMinutes(passed);
  }, [seconds]);

  return (
    <p className="visually-hidden" role="status">
      {minutes !== undefined && t('minutes-left', { count: minutes })}
    </p>
  );
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const ANNOUNCED_MINUTES = [1, 2, 5];

export type Remaining =
  | { readonly unit: 'clock'; readonly text: string }
  | { readonly unit: 'hours'; readonly count: number }
  | { readonly unit: 'days'; readonly count: number };

const two = (value: number) => String(value).padStart(2, '0');

/** `11:59`, from one hour on whole hours, from one day on whole days (EX-002..EX-004). */
export function remaining(seconds: number): Remaining {
  if (seconds >= DAY) return { unit: 'days', count: Math.floor(seconds / DAY) };
  if (seconds >= HOUR) return { unit: 'hours', count: Math.floor(seconds / HOUR) };
  const left = Math.max(seconds, 0);
  return { unit: 'clock', text: `${two(Math.floor(left / 60))}:${two(left % 60)}` };
}

/** The brand's last minutes; two in the default brand (EX-005, CO-003). */
export const isAlert = (seconds: number, alertMinutes: number): boolean => seconds <= alertMinutes * 60;

/** Minutes to announce when the time passes from `before` to `seconds`; of several passed at once, the fewest. */
export const minutesToAnnounce = (before: number, seconds: number): number | undefined =>
  ANNOUNCED_MINUTES.find((minutes) => before > minutes * 60 && seconds <= minutes * 60 && seconds > 0);
