import { useNavigate } from 'react-router';
import styles from './Info.module.css';

/** The brand's Markdown as the server has made HTML of it. */
export function InfoText({ html }: { readonly html: string }) {
  const navigate = useNavigate();

  // Links inside the text are plain anchors; those that stay here need no new document.
  const follow = (event: React.MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(href);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive ones */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's Markdown, rendered without raw markup */}
      <div className={styles.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
