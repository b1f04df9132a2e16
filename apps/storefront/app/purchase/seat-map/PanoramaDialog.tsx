import '@photo-sphere-viewer/core/index.css';
import { useMediaQuery } from '@butaca/browser/use-media-query.ts';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Viewer } from '@photo-sphere-viewer/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import styles from './Panorama.module.css';
import { traitsOf } from './place-text.ts';
import { SeatViewPicture, useSeatView } from './SeatView.tsx';
import type { SeatMapStore, TakenPanorama } from './store/seat-map-store.ts';

const DEGREE = Math.PI / 180;
const STEP = { turn: 20 * DEGREE, tilt: 12 * DEGREE, zoom: 15 };
/** Of 100: a little closer than the widest, so that the stage is not small. */
const FIRST_ZOOM = 25;

interface PanoramaDialogProps {
  readonly store: SeatMapStore;
  readonly panorama: TakenPanorama;
  readonly from: string;
  readonly onClose: () => void;
}

/** A picture to look around in, by pointer, buttons or keys; below it the drawn view, which also says in words what is seen. */
export default function PanoramaDialog({ store, panorama: { image, facing, place }, from, onClose }: PanoramaDialogProps) {
  const { t } = useTranslation(seatMapTexts);
  const container = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const view = useSeatView(store, place);
  const ahead = { yaw: (facing ?? 0) * DEGREE, pitch: 0 };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a viewer is made once for a picture
  useEffect(() => {
    if (!container.current) return;
    if (!document.createElement('canvas').getContext('webgl2')) {
      setState('failed');
      return;
    }
    const made = new Viewer({
      container: container.current,
      navbar: false,
      keyboard: false,
      canvasBackground: '#161210',
      defaultYaw: ahead.yaw,
      defaultZoomLvl: FIRST_ZOOM,
      moveInertia: still ? false : 0.8,
    });
    viewer.current = made;
    let gone = false;
    made.setPanorama(image, { showLoader: false }).then(
      () => !gone && setState('ready'),
      () => !gone && setState('failed'),
    );
    return () => {
      gone = true;
      viewer.current = null;
      made.destroy();
    };
  }, [image]);

  function turn(by: { yaw?: number; pitch?: number }) {
    const at = viewer.current?.getPosition();
    if (at) look({ yaw: at.yaw + (by.yaw ?? 0), pitch: Math.max(-80 * DEGREE, Math.min(80 * DEGREE, at.pitch + (by.pitch ?? 0))) });
  }
  function look(to: { yaw: number; pitch: number }) {
    if (still) viewer.current?.rotate(to);
    else void viewer.current?.animate({ ...to, speed: 250 });
  }
  const zoom = (by: number) => viewer.current?.zoom(Math.max(0, Math.min(100, viewer.current.getZoomLevel() + by)));

  const moves = [
    { name: 'left', keys: ['ArrowLeft'], path: 'M15 5l-7 7 7 7', act: () => turn({ yaw: -STEP.turn }) },
    { name: 'right', keys: ['ArrowRight'], path: 'M9 5l7 7-7 7', act: () => turn({ yaw: STEP.turn }) },
    { name: 'up', keys: ['ArrowUp'], path: 'M5 15l7-7 7 7', act: () => turn({ pitch: STEP.tilt }) },
    { name: 'down', keys: ['ArrowDown'], path: 'M5 9l7 7 7-7', act: () => turn({ pitch: -STEP.tilt }) },
    { name: 'closer', keys: ['+', '='], path: 'M5 12h14M12 5v14', act: () => zoom(STEP.zoom) },
    { name: 'further', keys: ['-'], path: 'M5 12h14', act: () => zoom(-STEP.zoom) },
    { name: 'front', keys: ['0'], path: 'M12 4v3m0 10v3M4 12h3m10 0h3M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6', act: () => look(ahead) },
  ] as const;
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves.find(({ keys }) => (keys as readonly string[]).includes(event.key));
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move.act();
  };

  return (
    <Dialog open onClose={onClose} title={t('panorama.title', { place: from })} closeLabel={t('panorama.close')} wide>
      <div className={styles.panorama}>
        {state === 'failed' ? (
          <Notice kind="warning" message="panorama_failed">
            {t('panorama.failed')}
          </Notice>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: keys turn the picture from wherever the focus is in it
          <div className={styles.frame} onKeyDown={onKeyDown}>
            <div className={styles.stage} data-state={state}>
              <div ref={container} className={styles.viewer} aria-hidden="true" />
              {state === 'loading' && (
                <p className={styles.loading} role="status">
                  {t('panorama.loading')}
                </p>
              )}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: buttons that belong together, and no fields */}
            <div className={styles.moves} role="group" aria-label={t('panorama.moves')}>
              {moves.map(({ name, path, act }) => (
                <button
                  key={name}
                  type="button"
                  className={styles.move}
                  aria-label={t(`panorama.${name}`)}
                  title={t(`panorama.${name}`)}
                  onClick={act}
                >
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d={path} />
                  </svg>
                </button>
              ))}
            </div>
            <p className={styles.help}>{t('panorama.help')}</p>
          </div>
        )}
        {view && place !== null && (
          <div className={styles.drawn}>
            <p className={styles.drawnTitle}>{t('panorama.drawn')}</p>
            <SeatViewPicture view={view} restricted={traitsOf(store, place).includes('restricted-view')} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
