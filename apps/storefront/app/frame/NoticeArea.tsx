import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import frameTexts from '../i18n/es/frame.json';
import styles from './NoticeArea.module.css';

/** Brief messages over any page. The live region is rendered from the start, or screen readers would miss the first message. */
export function NoticeArea() {
  const { t } = useTranslation(frameTexts);
  const notice = useNotice();
  return (
    <div className={styles.area} role="status" aria-live="polite">
      {notice && (
        <div className={styles.notice}>
          <p data-msg={notice.key}>
            {t(notice.key)}
            {notice.detail && ` ${notice.detail}`}
          </p>
          <button type="button" className={styles.close} onClick={dismissNotice} aria-label={t('close')}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}

/** A brief message of the frame. `key` is the text's key in the frame's catalogue, `detail` is shown after it as it is. */
export interface Notice {
  readonly key:
    | 'Your user session has been disconnected'
    | 'auth.error.error'
    | 'signed-up'
    | 'data-saved'
    | `external-login.${'cancelled' | 'failed' | 'storage'}`;
  readonly detail?: string;
}

const NOTICE_MS = 8000;

const notice = createStore<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice for a while, also over navigations, because it explains why one happened (C-35). */
export function notify(next: Notice) {
  clearTimeout(timer);
  timer = setTimeout(dismissNotice, NOTICE_MS);
  notice.set(next);
}

function dismissNotice() {
  clearTimeout(timer);
  notice.set(null);
}

const useNotice = (): Notice | null => useStore(notice, () => null);
