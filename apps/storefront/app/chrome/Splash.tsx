import { useFrame } from '../frame/use-frame.ts';
import styles from './Splash.module.css';

/**
 * The curtain of the first document of a browser session, when that is the billboard (TB-047): its two halves are already drawn aside,
 * hang in the margins of the page, where nothing else stands, and leave after three seconds. Drawn and ended by CSS alone, and shown by
 * the early script's attribute on the root element; the pointer passes through it, and with reduced motion it is not shown.
 */
export function Splash() {
  const { brand } = useFrame();
  return (
    <div
      className={`${styles.splash} screen-only`}
      aria-hidden="true"
      style={{ '--splash-ms': `${brand.constants.splashMs}ms` } as React.CSSProperties}
    />
  );
}
