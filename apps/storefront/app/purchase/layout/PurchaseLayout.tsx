import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import offlineTexts from '../../i18n/es/offline.json';
import { LeaveDialog } from './LeaveDialog.tsx';
import { heldTickets, useLeaving } from './leaving.ts';
import styles from './PurchaseLayout.module.css';

/** Its frame leads nowhere else. */
export const handle = 'purchase';

/**
 * Around every page of a purchase, a payer's too: it says while there is no connection, and asks whoever leaves while places are held. What
 * is typed stays in its page, which is not touched.
 */
export default function PurchaseLayout() {
  const leaving = useLeaving();
  return (
    <>
      <OfflineNotice />
      <Outlet />
      {leaving.state === 'blocked' && heldTickets() > 0 && <LeaveDialog onLeave={leaving.proceed} onStay={leaving.reset} />}
    </>
  );
}

/** The region is there from the start, or screen readers would miss what comes into it. */
function OfflineNotice() {
  const { t } = useTranslation(offlineTexts);
  const isOnline = useOnline();
  const wasOffline = useRef(false);
  wasOffline.current ||= !isOnline;
  return (
    <div className={`${styles.area} screen-only`} role="status">
      {!isOnline && (
        <p className={styles.notice} data-msg="no connection">
          {t('offline')}
        </p>
      )}
      {isOnline && wasOffline.current && <p className="visually-hidden">{t('online')}</p>}
    </div>
  );
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
