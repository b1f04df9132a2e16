import type { Page } from '@playwright/test';
import { widthOverflow } from './fixtures.ts';

/** What makes the page wider than the screen: elements that end beyond it, the innermost ones; empty when nothing does. */
export async function besideTheScreen(page: Page): Promise<string[]> {
  if ((await widthOverflow(page)) <= 0) return [];
  return page.evaluate(() => {
    const scrolls = (each: Element | null): boolean =>
      each !== null && each !== document.body && (getComputedStyle(each).overflowX !== 'visible' || scrolls(each.parentElement));
    const found: string[] = [];
    const inside: string[] = [];
    for (const each of document.querySelectorAll('body *')) {
      const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const range = document.createRange();
      const ends = own.map((node) => {
        range.selectNodeContents(node);
        return range.getBoundingClientRect().right;
      });
      const right = Math.max(each.getBoundingClientRect().right, ...ends);
      if (right <= document.documentElement.clientWidth + 1) continue;
      const text = own[0]?.textContent?.trim().slice(0, 30) ?? '';
      (scrolls(each) ? inside : found).push(`${each.tagName} ${each.className} ${text} to ${Math.round(right)}`);
    }
    // What is hidden by an element around it can still widen the page, when it is placed by another one.
    return found.length > 0 ? found : ['the page scrolls sideways', ...inside];
  });
}

/** Words that go on in another line, though nothing in them allows a break. Addresses may: they are longer than a line of large letters. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || parent.closest('script, style, svg, select'))
        continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S{3,}/g)) {
        if (/[@/-]/.test(word)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.add(word);
      }
    }
    return [...broken];
  });

/** Links, buttons and fields of the bar that lie over each other; the button of a field lies in it. */
export const overlapsInBar = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('header:not(main *) :is(a, button, input)')].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1 && !each.closest('[popover]'),
    );
    const nameOf = (each: HTMLElement) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? each.tagName;
    return parts.flatMap((one, at) =>
      parts.slice(at + 1).flatMap((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const isTogether = one.closest('form') !== null && one.closest('form') === other.closest('form');
        const meet = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        return meet && !isTogether ? [`${nameOf(one)} over ${nameOf(other)}`] : [];
      }),
    );
  });

const MOST_STOPS = 150;

interface Walk {
  /** How many elements had the focus. */
  readonly stops: number;
  /** Those of them that were not within the screen from left to right, or had no size. */
  readonly lost: readonly string[];
}

/** Walks through the page by Tab, until it is left or begins again. */
export async function keyboardWalk(page: Page): Promise<Walk> {
  const lost: string[] = [];
  let stops = 0;
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(async (isFirst) => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'end';
      if (isFirst) for (const each of document.querySelectorAll('[data-walked]')) each.removeAttribute('data-walked');
      if (element.hasAttribute('data-walked')) return 'end';
      element.setAttribute('data-walked', '');
      // What has the focus is scrolled to with one of the next frames.
      for (let frame = 0; ; frame += 1) {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const isSeen = width > 0 && height > 0 && left >= -1 && right <= innerWidth + 1;
        if (isSeen) return null;
        const place = [left, right, top, bottom].map(Math.round).join(' ');
        if (frame > 30) return `${element.tagName} ${element.textContent?.trim().slice(0, 40)} at ${place}`;
        await new Promise((done) => requestAnimationFrame(done));
      }
    }, stops === 0);
    if (found === 'end') break;
    if (found) lost.push(found);
  }
  return { stops, lost };
}
