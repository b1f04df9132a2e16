import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ComponentType, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import frameTexts from '../i18n/es/frame.json';
import styles from './NoticeArea.module.css';

/** Brief messages over any page. The live region is rendered from the start, or screen readers would miss the first message. */
export function NoticeArea() {
  const { t } = useTranslation(frameTexts);
  const notice = useNotice();
  const { key } = useLocation();

  const landedAt = useRef(key);

  useEffect(() => {
    if (landedAt.current === key) return;
    landedAt.current = key;
    shown = afterLanding(shown, performance.now());
    if (!shown) dismissNotice();
  }, [key]);

  return (
    <div
      className={`${styles.area} screen-only`}
      role="status"
      aria-live="polite"
      onPointerEnter={keepNotice}
      onPointerLeave={letNoticeGo}
      onFocus={keepNotice}
      onBlur={letNoticeGo}
    >
      {notice && (
        <div className={styles.notice}>
          <p data-msg={notice.key}>
            {notice.Text ? <notice.Text /> : t(notice.key)}
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

/** A brief message of the frame. `detail` is shown after its text as it is. */
export type Notice = (FrameText | OtherText) & {
  readonly detail?: string;
  /** Until it is dismissed. */
  readonly stays?: boolean;
  /** The page that it is meant for is still loading, however long that takes; what comes after that page dismisses it. */
  readonly leadsOn?: boolean;
};

/** A key of the frame's catalogue. */
interface FrameText {
  readonly key: 'Your user session has been disconnected' | 'auth.error.error' | 'offline' | 'late';
  readonly Text?: undefined;
}

/** A text that is no part of a first visit comes with who shows it. */
interface OtherText {
  readonly key:
    | 'signed-up'
    | 'password-changed'
    | 'data-saved'
    | 'queue-unknown'
    | 'already-paid'
    | 'account-claimed'
    | 'account_mailbox'
    | `external-login.${'cancelled' | 'failed' | 'storage'}`;
  readonly Text: ComponentType;
}

const NOTICE_MS = 8000;
/** Whoever goes on after it has read the notice. */
const READ_MS = 2000;

const notice = createStore<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** Since when the notice has been before its reader. */
export interface Shown {
  readonly atMs: number;
  readonly leadsOn: boolean;
}
let shown: Shown | null = null;

/** Shows a notice for a while, also over the navigation that it explains (C-35); with the next one it goes. */
export function notify(next: Notice) {
  shown = { atMs: performance.now(), leadsOn: next.leadsOn ?? false };
  notice.set(next);
  letNoticeGo();
}

const keepNotice = () => clearTimeout(timer);

function letNoticeGo() {
  clearTimeout(timer);
  if (!notice.get()?.stays) timer = setTimeout(dismissNotice, NOTICE_MS);
}

export function dismissNotice() {
  clearTimeout(timer);
  shown = null;
  notice.set(null);
}

/** Of a notice once another page is there; null when its reader has gone on. */
export function afterLanding(before: Shown | null, nowMs: number): Shown | null {
  if (before?.leadsOn) return { atMs: nowMs, leadsOn: false };
  return before && nowMs - before.atMs <= READ_MS ? before : null;
}

const useNotice = (): Notice | null => useStore(notice, () => null);
