import type { Page } from '@playwright/test';

const MOST_STOPS = 200;

/** A stop of the keyboard, and what is wrong with it for somebody who sees where they are by the focus alone. */
export interface FocusStop {
  readonly name: string;
  readonly faults: readonly string[];
}

/**
 * Walks by Tab, or by Shift+Tab, from what has the focus until the document is left or a stop comes again. Without a focus it begins
 * at the document's first or last stop.
 */
export async function walkByKeyboard(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly FocusStop[]> {
  await page.evaluate(() => {
    for (const mark of ['data-walked', 'data-last-stop'])
      for (const each of document.querySelectorAll(`[${mark}]`)) each.removeAttribute(mark);
  });
  const stops: FocusStop[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press(key);
    const stop = await lookAtFocus(page, key === 'Tab' ? 1 : -1);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`more than ${MOST_STOPS} stops of the keyboard, the last one ${stops.at(-1)?.name}`);
}

/** The faults of what has the focus now. */
export const focusFaults = async (page: Page): Promise<readonly string[]> => {
  const stop = await lookAtFocus(page, 0);
  return stop === null ? ['nothing has the focus'] : stop.faults.map((fault) => `${stop.name}: ${fault}`);
};

export const faultsOf = (stops: readonly FocusStop[]): string[] =>
  stops.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));

/** Null once the focus has left the document, or is where it was before. `step` is the way through the document: 0 looks without going on. */
const lookAtFocus = (page: Page, step: -1 | 0 | 1): Promise<FocusStop | null> =>
  page.evaluate(async (step) => {
    const element = document.activeElement;
    if (!element || element === document.body || (step !== 0 && element.hasAttribute('data-walked'))) return null;

    const isDrawn = (each: Element | null) => {
      if (each === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // A radio button or a box is often drawn by its label or by what stands beside it; in a drawing a thick line does it.
    const drawnBy = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
    const line = element instanceof SVGElement ? element.querySelector('path') : null;
    const isOutlined = line !== null && Number.parseFloat(getComputedStyle(line).strokeWidth) >= 4;
    const target = getComputedStyle(element).opacity === '0' ? (element.closest('label') ?? element) : element;

    const margin = 4;
    const look = () => {
      // Of a link over several lines the first one.
      const box = target.getClientRects()[0];
      if (!box || box.width === 0 || box.height === 0) return 'has no size';
      const { left, right, top, bottom } = box;
      const isTall = bottom - top > innerHeight / 2;
      if (
        left < -1 ||
        right > innerWidth + 1 ||
        (isTall ? bottom < innerHeight / 4 || top > innerHeight * 0.75 : top < -1 || bottom > innerHeight + 1)
      )
        return `is outside of the window, at ${[left, top, right, bottom].map(Math.round).join(' ')}`;
      const across = [left + Math.min(margin, box.width / 2), (left + right) / 2, right - Math.min(margin, box.width / 2)];
      const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      const down = isTall ? [middle] : [top + Math.min(margin, box.height / 2), middle, bottom - Math.min(margin, box.height / 2)];
      for (const y of down) {
        const hits = across.map((x) => document.elementFromPoint(x, y));
        const isSeen = hits.some(
          (hit) => hit !== null && (target.contains(hit) || hit.contains(target)) && !hit.matches('html, body, main'),
        );
        if (!isSeen) {
          const [, hit] = hits;
          return `is covered by ${hit?.tagName.toLowerCase()} ${hit?.textContent?.trim().slice(0, 20)} at ${Math.round(y)}`;
        }
      }
      return null;
    };
    // What has the focus is scrolled to with one of the next frames.
    let place = look();
    for (let frame = 0; place !== null && frame < 30; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      place = look();
    }

    const faults: string[] = [];
    if (place !== null) faults.push(place);
    if (!isOutlined && !drawnBy.some(isDrawn)) faults.push('does not show that it has the focus');

    const before = document.querySelector('[data-last-stop]');
    before?.removeAttribute('data-last-stop');
    element.setAttribute('data-last-stop', '');
    if (step !== 0) element.setAttribute('data-walked', '');
    if (before && step !== 0 && before !== element) {
      const [first, second] = step === 1 ? [before, element] : [element, before];
      if (!(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING))
        faults.push('comes out of the order of the document');
      // What is read is read from above and from the left; parts of the page may stand beside each other.
      const part = (each: Element) => each.closest('header, footer, nav, aside, section, search, form, ul, ol, main, dialog');
      const [one, other] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
      const isAbove = other.bottom <= one.top + 1 && other.left <= one.left + 1;
      const isBefore = other.right <= one.left + 1 && other.top < one.bottom - 1 && other.bottom > one.top + 1;
      if (part(first) === part(second) && !(element instanceof SVGElement) && (isAbove || isBefore))
        faults.push('stands before what comes before it');
    }

    const name = element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('name') || element.id);
    return { name: `${element.tagName.toLowerCase()} ${name.replace(/\s+/g, ' ').slice(0, 40)}`, faults };
  }, step);
