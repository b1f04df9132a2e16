import type { Ticket } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import buyTexts from '../../i18n/es/buy.json';
import orderTexts from '../../i18n/es/order.json';
import { seatName } from '../../purchase/buy/summary/place-name.ts';
import styles from './FullScreen.module.css';
import { QrCode } from './QrCode.tsx';
import { StepButton } from './TicketStrip.tsx';

interface FullScreenCodesProps {
  readonly tickets: readonly Ticket[];
  /** The ticket that is shown; none while it is closed. */
  readonly shown: string | undefined;
  readonly onShow: (ticketId: string | undefined) => void;
}

/** For scanning at the door: one code at a time, as large as the screen, on white in both themes, with the screen kept awake. */
export function FullScreenCodes({ tickets, shown, onShow }: FullScreenCodesProps) {
  const { t } = useTranslation(orderTexts);
  const { t: place } = useTranslation(buyTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const index = tickets.findIndex(({ id }) => id === shown);
  const ticket = tickets[index];
  const open = ticket !== undefined;
  useWakeLock(open);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  const go = (to: number) => onShow(tickets[to]?.id);
  const onKeyDown = ({ key }: React.KeyboardEvent) => {
    if (key === 'ArrowRight' && index < tickets.length - 1) go(index + 1);
    if (key === 'ArrowLeft' && index > 0) go(index - 1);
  };
  const turn = { turn: index + 1, count: tickets.length };

  return (
    <dialog ref={dialog} className={styles.screen} aria-label={t('qr.title')} onClose={() => onShow(undefined)} onKeyDown={onKeyDown}>
      {ticket?.code && (
        <div className={styles.sheet}>
          <div className={styles.bar}>
            <p role="status">{t('turn', turn)}</p>
            <button type="button" className={styles.close} onClick={() => onShow(undefined)}>
              {t('close')}
            </button>
          </div>
          <div className={styles.code}>
            <QrCode code={ticket.code} />
          </div>
          <div className={styles.foot}>
            <p className={styles.sector}>{ticket.sectorName}</p>
            <p className={styles.seat}>{seatName(ticket, place) ?? t('seat.free')}</p>
            <p className={styles.number}>{ticket.number}</p>
            {tickets.length > 1 && (
              <div className={styles.steps}>
                <StepButton way="back" label={t('previous')} disabled={index === 0} onClick={() => go(index - 1)} />
                <StepButton way="on" label={t('next')} disabled={index === tickets.length - 1} onClick={() => go(index + 1)} />
              </div>
            )}
          </div>
        </div>
      )}
    </dialog>
  );
}

/** Keeps the screen awake while `active`; without support for wake locks nothing happens. */
function useWakeLock(active: boolean) {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (over) await lock.release();
      } catch {
        // The system refuses, for example when the battery is low.
      }
    };
    void ask();
    // The system releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [active]);
}
