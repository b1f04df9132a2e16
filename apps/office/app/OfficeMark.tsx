import styles from './OfficeMark.module.css';
import { settings } from './settings.ts';

/** The house’s mark, drawn in the colour of the text around it; its name is read instead. */
export function OfficeMark() {
  return (
    <span className={styles.mark} role="img" aria-label={settings.name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own file, checked at start */}
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: settings.logoSvg }} />
    </span>
  );
}
