/** For a page that came, or whose content was replaced: it is seen from its top, and screen readers begin with its heading. */
export function goToTop({ focus = true } = {}) {
  window.scrollTo({ top: 0, behavior: 'instant' });
  if (focus) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
