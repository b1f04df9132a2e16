import type { VenuePicture } from '@butaca/venue-map';
import type { CSSProperties, ReactNode } from 'react';
import styles from './MapFrame.module.css';

interface MapFrameProps {
  readonly picture: VenuePicture;
  /** The canvas has taken over from the drawing. */
  readonly ready?: boolean;
  readonly children: ReactNode;
}

/** As wide and as high as the venue, within what the screen allows; the same for the drawing and for the canvas, so nothing moves. */
export function MapFrame({ picture, ready = false, children }: MapFrameProps) {
  const shape = picture.viewBox.split(' ').slice(2).join(' / ');
  return (
    <div className={styles.map} style={{ '--shape': shape } as CSSProperties} data-ready={ready || undefined}>
      {children}
    </div>
  );
}
