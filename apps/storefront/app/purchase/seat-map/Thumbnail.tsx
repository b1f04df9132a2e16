import type { Point } from '@butaca/venue-map';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { useLevelColours } from './canvas/colours.ts';
import { type Box, boxOf } from './map/view.ts';
import type { SeatMapStore } from './store/seat-map-store.ts';
import styles from './Thumbnail.module.css';

export interface ThumbnailHandle {
  /** Marks the visible part; null when the whole map is visible. */
  readonly show: (seen: Box | null) => void;
}

interface ThumbnailProps {
  readonly ref: Ref<ThumbnailHandle>;
  readonly store: SeatMapStore;
  readonly onLook: (at: Point) => void;
}

/** An overview with the visible part marked; a click moves there. Hidden from keyboards and screen readers: keys move the map itself. */
export function Thumbnail({ ref, store, onLook }: ThumbnailProps) {
  const svg = useRef<SVGSVGElement>(null);
  const mark = useRef<SVGRectElement>(null);
  const colours = useLevelColours(store.levels);
  const { picture } = store;
  const frame = boxOf(picture.viewBox);

  useImperativeHandle(ref, () => ({
    show(seen) {
      svg.current?.toggleAttribute('data-shown', seen !== null);
      const rect = mark.current;
      if (!seen || !rect) return;
      const left = Math.max(frame.left, seen.left);
      const top = Math.max(frame.top, seen.top);
      rect.setAttribute('x', String(left));
      rect.setAttribute('y', String(top));
      rect.setAttribute('width', String(Math.max(0, Math.min(frame.left + frame.width, seen.left + seen.width) - left)));
      rect.setAttribute('height', String(Math.max(0, Math.min(frame.top + frame.height, seen.top + seen.height) - top)));
    },
  }));

  function look({ clientX, clientY }: { clientX: number; clientY: number }) {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return;
    onLook({
      x: frame.left + ((clientX - box.left) / box.width) * frame.width,
      y: frame.top + ((clientY - box.top) / box.height) * frame.height,
    });
  }

  return (
    <svg
      ref={svg}
      className={styles.thumbnail}
      viewBox={picture.viewBox}
      style={{ aspectRatio: `${frame.width} / ${frame.height}` }}
      aria-hidden="true"
      onPointerDown={look}
      onPointerMove={(event) => event.buttons === 1 && look(event)}
    >
      {picture.decor.map(({ kind, path }) => path && <path key={path} d={path} className={styles.smallDecor} data-kind={kind} />)}
      {picture.sections.map(({ id, path }, section) => {
        const level = store.levelsOf(section)[0];
        return <path key={id} className={styles.small} d={path} fill={level && colours[store.levels.indexOf(level)]} />;
      })}
      <rect ref={mark} className={styles.mark} />
    </svg>
  );
}
