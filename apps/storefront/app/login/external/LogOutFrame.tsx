import { useFrame } from '../../frame/use-frame.ts';
import styles from './LogOutFrame.module.css';

/** The id of the frame. */
export const LOG_OUT_FRAME = 'external-log-out';

/** Empty until a log-out loads the provider's own into it (TB-046). */
export function LogOutFrame() {
  const { login } = useFrame().brand;
  if (!login.external) return null;
  return <iframe id={LOG_OUT_FRAME} className={styles.frame} title={login.external.name} width={1} height={1} aria-hidden tabIndex={-1} />;
}
