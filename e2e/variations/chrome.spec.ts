import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { besideTheScreen } from '../walk.ts';

// The page as it comes, without the time that thirteen programs take: the newsletter's form is its empty room.
test.use({ javaScriptEnabled: false });

/** Bar and footer without a page between them. */
const FRAME_ALONE = '<style>main { display: none } body { min-height: 0 } footer [class*="_slot"] { display: block }</style>';

const root = join(import.meta.dirname, '../..');

/** The page with each bar and footer, as the built storefront renders it for a brand that has chosen them. */
async function pagesOf(origin: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'e2e/chrome-pages.ts'), origin], { maxBuffer: 64e6 });
  return JSON.parse(stdout);
}

/** Of bar and footer: what overlaps or is cut off, and on which side of each other their parts lie. */
const look = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (each: Element) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1;
    const seen = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
    const nameOf = (each: Element) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? each.tagName;
    const meet = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

    const faults: string[] = [];
    const all = seen('header :is(a, button, input, abbr), footer :is(a, button, input, span, p, h2)').filter(
      (each) => !each.closest('a, button')?.parentElement?.closest('a, button') && !(each.tagName === 'SPAN' && each.closest('a, button')),
    );
    all.forEach((a, at) => {
      for (const b of all.slice(at + 1)) {
        const isTogether = a.contains(b) || b.contains(a) || a.closest('form, [class*="field"]') === b.closest('form, [class*="field"]');
        const isForm = a.closest('form') !== null && isTogether;
        if (!isForm && !a.contains(b) && !b.contains(a) && meet(a.getBoundingClientRect(), b.getBoundingClientRect()))
          faults.push(`${nameOf(a)} over ${nameOf(b)}`);
      }
    });
    for (const list of seen('header nav ul'))
      if (list.scrollWidth > list.clientWidth) faults.push(`categories cut off by ${list.scrollWidth - list.clientWidth} px`);
    for (const input of seen('header input') as HTMLInputElement[]) {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(input, '::placeholder');
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const box = getComputedStyle(input);
      const room = input.clientWidth - Number.parseFloat(box.paddingLeft) - Number.parseFloat(box.paddingRight);
      const width = Math.ceil(pen.measureText(input.placeholder).width);
      if (width > room) faults.push(`placeholder of ${width} px in ${Math.floor(room)} px`);
    }
    const bar = document.querySelector('header')?.getBoundingClientRect();
    const room = innerWidth < 960 ? -1 : 4;
    for (const each of seen('header :is(a, button, input)')) {
      const box = each.getBoundingClientRect();
      if (bar && (box.top < bar.top + room || box.bottom > bar.bottom - room)) faults.push(`${nameOf(each)} at the edge of the bar`);
    }

    const boxOf = (selector: string) => {
      const boxes = seen(selector).map((each) => each.getBoundingClientRect());
      const edge = (name: 'left' | 'top' | 'right' | 'bottom', pick: (...values: number[]) => number) =>
        pick(...boxes.map((box) => box[name]));
      return { left: edge('left', Math.min), top: edge('top', Math.min), right: edge('right', Math.max), bottom: edge('bottom', Math.max) };
    };
    const sides = (selectors: readonly string[]) => {
      const boxes = selectors.map(boxOf);
      return boxes
        .flatMap((a, at) =>
          boxes.slice(at + 1).map((b) => {
            const across = a.right <= b.left + 1 ? '<' : b.right <= a.left + 1 ? '>' : '|';
            return across + (a.bottom <= b.top + 1 ? '^' : b.bottom <= a.top + 1 ? 'v' : '-');
          }),
        )
        .join(' ');
    };
    const part = (name: string) => `footer [class*="${name}"]:not([class*="${name}"] *)`;
    return {
      faults,
      height: Math.round(bar?.height ?? 0),
      bar: sides(['header a[href="/"]', 'header nav a', 'header input', 'header a[href="/tienda"], header button[popovertarget]']),
      footer: sides([part('_house'), part('_pages'), part('_rights'), part('_social'), part('_newsletter'), part('_marks')]),
    };
  });

test('each of the 13 bars and footers is arranged in its own way, and fits every screen (GE-022, GE-023)', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  const pages = await pagesOf(baseURL ?? '');
  await page.route(/\/PointSales\?\d+$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: pages[Number(new URL(route.request().url()).search.slice(1)) - 1]?.replace('</head>', `${FRAME_ALONE}</head>`) ?? '',
    }),
  );
  const bars = new Set<string>();
  const footers = new Set<string>();
  for (const number of pages.keys()) {
    const name = `${number + 1}`;
    await page.goto(`/PointSales?${name}`);
    for (const width of [390, 768, 960, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 1300 });
      const { faults, height, bar, footer } = await look(page);
      expect.soft([...faults, ...(await besideTheScreen(page))], `${name} at ${width}`).toEqual([]);
      if (width < 960) continue;
      expect.soft(height, `${name} at ${width}`).toBe([81, 81, 81, 78, 78, 78, 78, 78, 91, 91, 91, 91, 91][number]);
      // The room of a purchase's clock changes the height of no bar.
      await page.evaluate(() => document.documentElement.setAttribute('data-purchase', 'on'));
      const beside = await look(page);
      expect.soft([...beside.faults, beside.height], `${name} at ${width} beside the clock`).toEqual([height]);
      await page.evaluate(() => document.documentElement.setAttribute('data-purchase', 'off'));
      if (width !== 1280) continue;
      bars.add(bar);
      footers.add(footer);
    }
  }
  expect(bars.size).toBe(13);
  expect(footers.size).toBe(13);
});

test('the marks in the footer have names and a fixed size, so that nothing moves when they come', { tag: '@once' }, async ({ page }) => {
  const marks = page
    .getByRole('contentinfo')
    .getByRole('listitem')
    .filter({ has: page.locator('img') });
  const boxes = () =>
    marks.evaluateAll((all) =>
      all.flatMap((mark) =>
        [mark, mark.querySelector('img')].map((each) => {
          const { left, width, height } = each?.getBoundingClientRect() ?? new DOMRect();
          return [left, width, height].map(Math.round).join();
        }),
      ),
    );
  // A word is as wide as its letters, which come on their own: `ready` says nothing of those that no text has asked for yet.
  const lettersCome = () => page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => undefined));
  await page.goto('/FAQ');
  expect(await marks.count()).toBeGreaterThan(3);
  for (const mark of await marks.all()) {
    await expect(mark.getByRole('link')).toHaveAccessibleName(/\p{L}{2}/u);
    const size = await mark.locator('img').evaluate((image) => [image.getAttribute('width'), image.getAttribute('height')]);
    expect(size).toEqual([expect.stringMatching(/^[1-9]\d*$/), expect.stringMatching(/^[1-9]\d*$/)]);
    await mark.scrollIntoViewIfNeeded();
    await expect.poll(() => mark.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  }
  await lettersCome();
  const there = await boxes();
  await page.route('**/marca/**', () => undefined);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(marks.first()).toBeAttached();
  await lettersCome();
  await expect.poll(boxes).toEqual(there);
});
