import { useNavigation } from 'react-router';
import styles from './NavigationProgress.module.css';

/** A line over the page while the next one is on its way, or on a slow phone a tap would look lost. */
export const NavigationProgress = () => useNavigation().state !== 'idle' && <div className={styles.progress} aria-hidden="true" />;
