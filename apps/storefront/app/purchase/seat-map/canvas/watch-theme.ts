const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'];

/** Tells when colours may have changed: the system's theme, or the page's own. */
export function watchTheme(changed: () => void): () => void {
  const queries = MEDIA.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  const page = new MutationObserver(changed);
  page.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
    page.disconnect();
  };
}
