import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import frameTexts from '../i18n/es/frame.json';
import styles from './NoticeArea.module.css';
import { dismissNotice, useNotice } from './notices.ts';

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
