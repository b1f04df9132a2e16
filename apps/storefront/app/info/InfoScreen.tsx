import { useNavigate } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import styles from './InfoScreen.module.css';
import type { InfoPage } from './markdown.ts';

/** A page of the brand's own text. */
export function InfoScreen({ title, html }: InfoPage) {
  const { brand } = useFrame();
  const navigate = useNavigate();

  // Links inside the text are plain anchors; those that stay here need no new document.
  const follow = (event: React.MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(href);
  };

  return (
    <main id="main" className={styles.info}>
      <title>{`${title} · ${brand.name}`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive ones */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's Markdown, rendered without raw markup */}
      <div className={styles.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}
