import { useEffect, useRef, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './BarClock.module.css';
import { AlertIcon } from './icons.tsx';
import { usePurchaseClock, useSecondsLeft } from './purchase-clock.ts';
import { isAlert, minutesToAnnounce, remaining } from './remaining.ts';
import { clockTexts } from './texts.ts';
import { isCharging } from './timer.ts';

/** The time that is left, warning at two minutes by colour, sign and weight (EX-001..EX-005). */
export function BarClock() {
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

/** Says aloud, when there is a pause, that five, two and one minute are left; every second would be nobody's help. */
export function ClockAnnouncer() {
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
