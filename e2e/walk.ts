import type { Page } from '@playwright/test';
import { widthOverflow } from './fixtures.ts';

/** What makes the page wider than the screen: elements that end beyond it, the innermost ones; empty when nothing does. */
export async function besideTheScreen(page: Page): Promise<string[]> {
  if ((await widthOverflow(page)) <= 0) return [];
  return page.evaluate(() => {
    const beyond = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
    return beyond
      .filter((each) => !beyond.some((other) => other !== each && each.contains(other)))
      .map((each) => `${each.tagName} ${each.className} ${each.textContent?.trim().slice(0, 30)} to ${Math.round(each.getBoundingClientRect().right)}`)
      .concat('the page scrolls sideways');
  });
}

const MOST_STOPS = 150;

interface Walk {
  /** How many elements had the focus. */
  readonly stops: number;
  /** Those of them that were not within the screen, or had no size. */
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
      // What has the focus is scrolled to with the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const element = document.activeElement;
      if (!element || element === document.body) return 'end';
      if (isFirst) for (const each of document.querySelectorAll('[data-walked]')) each.removeAttribute('data-walked');
      if (element.hasAttribute('data-walked')) return 'end';
      element.setAttribute('data-walked', '');
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isSeen = width > 0 && height > 0 && left >= -1 && right <= innerWidth + 1 && bottom > 0 && top < innerHeight;
      const place = [left, right, top, bottom].map(Math.round).join(' ');
      return isSeen ? null : `${element.tagName} ${element.textContent?.trim().slice(0, 40)} at ${place}`;
    }, stops === 0);
    if (found === 'end') break;
    if (found) lost.push(found);
  }
  return { stops, lost };
}
