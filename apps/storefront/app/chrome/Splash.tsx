import { useFrame } from '../frame/use-frame.ts';
import { BrandMark } from './BrandMark.tsx';
import styles from './Splash.module.css';

/**
 * The curtain over the first document of a browser session (TB-047): drawn and ended by CSS alone, so it also ends
 * without a script. The pointer passes through it, and with reduced motion it is not shown.
 */
export function Splash() {
  const { brand } = useFrame();
  return (
    <div className={styles.splash} aria-hidden="true" style={{ '--splash-ms': `${brand.constants.splashMs}ms` } as React.CSSProperties}>
      <BrandMark className={styles.logo} />
    </div>
  );
}
