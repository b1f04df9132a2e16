import styles from './OfficeMark.module.css';
import { settings } from './settings.ts';

/** The brand's logo in the colour of the text around it; a screen reader reads the brand's name. */
export function OfficeMark() {
  return (
    <span className={styles.mark} role="img" aria-label={settings.name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own file, checked at start */}
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: settings.logoSvg }} />
    </span>
  );
}
