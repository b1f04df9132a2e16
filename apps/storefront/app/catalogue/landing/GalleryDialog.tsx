import type { GalleryImage } from '@butaca/contract';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type PointerEvent, useEffect, useRef } from 'react';
import landingTexts from '../../i18n/es/landing.json';
import styles from './GalleryDialog.module.css';

export interface GalleryDialogProps {
  readonly images: readonly GalleryImage[];
  /** The index of the large one; null: closed. */
  readonly shown: number | null;
  readonly onShow: (index: number | null) => void;
}

/** In CSS pixels: less is a tap that trembled. */
const SWIPE = 40;

/** One picture of the gallery, as large as the screen allows, with the ones before and behind it by button, arrow key or swipe. */
export function GalleryDialog({ images, shown, onShow }: GalleryDialogProps) {
  const { t } = useTranslation(landingTexts);
  const pressedAt = useRef<number | null>(null);
  const image = shown === null ? undefined : images[shown];

  const turn = (by: 1 | -1) => shown !== null && images[shown + by] && onShow(shown + by);

  useEffect(() => {
    if (shown === null) return;
    const onKey = ({ key }: KeyboardEvent) => {
      const next = key === 'ArrowRight' ? shown + 1 : key === 'ArrowLeft' ? shown - 1 : shown;
      if (next !== shown && images[next]) onShow(next);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shown, images, onShow]);

  const onPointerUp = ({ clientX }: PointerEvent) => {
    const moved = pressedAt.current === null ? 0 : clientX - pressedAt.current;
    pressedAt.current = null;
    if (Math.abs(moved) >= SWIPE) turn(moved < 0 ? 1 : -1);
  };

  return (
    <Dialog open={image !== undefined} onClose={() => onShow(null)} title={t('gallery')} closeLabel={t('gallery.close')} wide>
      <div
        className={styles.stage}
        onPointerDown={({ clientX }) => {
          pressedAt.current = clientX;
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          pressedAt.current = null;
        }}
      >
        {/* A new element for each, so that one does not stand in the place of the next while that loads. */}
        {image && <Poster key={image.url} image={image} sizes="min(60rem, 100vw)" eager />}
      </div>
      <div className={styles.turn}>
        <Turn label={t('gallery.previous')} sign="‹" isEnd={shown === 0} onTurn={() => turn(-1)} />
        <p aria-live="polite">
          {image && shown !== null && (
            <>
              {image.alt} <span>{t('gallery.of', { number: shown + 1, count: images.length })}</span>
            </>
          )}
        </p>
        <Turn label={t('gallery.next')} sign="›" isEnd={shown === images.length - 1} onTurn={() => turn(1)} />
      </div>
    </Dialog>
  );
}

interface TurnProps {
  readonly label: string;
  readonly sign: string;
  readonly isEnd: boolean;
  readonly onTurn: () => void;
}

/** At an end it keeps the focus, which a disabled button would lose. */
const Turn = ({ label, sign, isEnd, onTurn }: TurnProps) => (
  <button type="button" className={styles.step} aria-label={label} aria-disabled={isEnd} onClick={onTurn}>
    <span aria-hidden="true">{sign}</span>
  </button>
);
