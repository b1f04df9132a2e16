/**
 * For a page that came, or whose content was replaced: it is seen from its top, or from where it was left, and screen readers begin
 * with its heading.
 */
export function goToTop({ focus = true, top = 0 } = {}) {
  window.scrollTo(0, top);
  if (focus) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
