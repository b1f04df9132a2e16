import type { SeatTrait } from '@butaca/venue-map';
import styles from './Legend.module.css';
import type { PlaceState } from './store/place-state.ts';

/** The signs of the map as pictures, for the legend and the list. */
export function StateSign({ sign }: { sign: Exclude<PlaceState, 'unknown'> | SeatTrait }) {
  return (
    <svg viewBox="-12 -12 24 24" className={styles.sign} aria-hidden="true">
      {signs[sign]}
    </svg>
  );
}

const signs = {
  free: <circle r="9" className={styles.solid} />,
  taken: <circle r="4.5" className={styles.line} />,
  mine: (
    <>
      <circle r="10.5" className={styles.ring} />
      <circle r="8" className={styles.ink} />
      <path d="M-3.6 .2 -.9 2.9 3.9 -2.7" className={styles.tick} />
    </>
  ),
  pending: (
    <>
      <circle r="5.5" className={styles.solid} />
      <circle r="9.5" strokeDasharray="4.4 3.1" className={styles.ring} />
    </>
  ),
  wheelchair: (
    <>
      <circle r="9.5" className={styles.solid} />
      <circle cx="-1.1" cy="-5.4" r="1.3" className={styles.on} />
      <path d="M-1.1 -3.3-.7 .8H2.5L4.4 4.9M-1 -1.3H2.3M2 4A3.6 3.6 0 1 1 -3.2 -.8" className={styles.onLine} />
    </>
  ),
  companion: (
    <>
      <circle r="9.5" className={styles.solid} />
      <circle cx="-2.8" cy="-2.1" r="1.6" className={styles.on} />
      <circle cx="2.8" cy="-2.1" r="1.6" className={styles.on} />
      <path d="M-5.3 4a2.5 2.5 0 0 1 5 0ZM.3 4a2.5 2.5 0 0 1 5 0Z" className={styles.on} />
    </>
  ),
  'restricted-view': (
    <>
      <circle r="9" className={styles.solid} />
      <path d="M-10 2.2 2.2 -10" className={styles.cut} />
    </>
  ),
} as const;
