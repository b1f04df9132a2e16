import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import seatMapTexts from '../../i18n/es/seat-map.json';
import styles from './Panorama.module.css';
import type { SeatMapStore, TakenPanorama } from './store/seat-map-store.ts';

/** The viewer and its picture are loaded when somebody asks for them, and not before. */
const PanoramaDialog = lazy(() => import('./PanoramaDialog.tsx'));

interface PanoramaButtonProps {
  readonly store: SeatMapStore;
  readonly panorama: TakenPanorama;
  /** What it is taken from, as its title says it: a section, or a place. */
  readonly from: string;
}

/** Opens the view all around a section, row or seat (SC-004). */
export function PanoramaButton({ store, panorama, from }: PanoramaButtonProps) {
  const { t } = useTranslation(seatMapTexts);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Once the dialog is gone: while it is there nothing outside it can have the focus.
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true });
    wasOpen.current = open;
  }, [open]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-label={t('panorama.title', { place: from })}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12c0-2.2 4-4 9-4s9 1.8 9 4-4 4-9 4c-.7 0-1.3 0-2-.1m0 0 2.5-2.2M10 15.9l2.5 2.2" />
        </svg>
        {t('panorama.open')}
      </button>
      {open &&
        createPortal(
          <Suspense>
            <PanoramaDialog store={store} panorama={panorama} from={from} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
