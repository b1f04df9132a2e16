import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page, type Request, type TestInfo } from '@playwright/test';
import axe from 'axe-core';
import { limit } from '../scripts/test/limits.ts';
import { mainIsOver } from './quiet.ts';
import { hasStalled, hasTimedOut, type PageState, plain } from './timed-out.ts';

/** The payments host's call for a card's token: the one thing that a page sends elsewhere. */
export const CARD_TOKENS = /\/tokens$/;

/** No other origin is gone to. */
export const NOWHERE = /^$/;

/** Problems that the browser reports, in any page of this context. */
export function watch(
  context: BrowserContext,
  { origin, elsewhere }: { readonly origin: string | undefined; readonly elsewhere: RegExp },
): string[] {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|hydrat|Minified React/i.test(message.text())) problems.push(message.text());
  });
  context.on('request', (request) => {
    const { protocol, origin: asked, pathname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin && !CARD_TOKENS.test(pathname) && !elsewhere.test(request.url()))
      problems.push(`left the origin: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() === 404 && response.request().resourceType() !== 'document') problems.push(`missing: ${response.url()}`);
  });
  return problems;
}

/** What the pages of a failed journey were doing: of a run elsewhere, its output is all there is to read. */
const statesOf = (context: BrowserContext): Promise<PageState[]> =>
  Promise.all(
    context.pages().map(async (page) => {
      const inTime = (work: Promise<unknown>) => Promise.race([work.then(() => true), sleep(limit(5000), false)]).catch(() => false);
      const [runsScript, draws] = await Promise.all([inTime(page.evaluate(() => 1)), inTime(pictureOf(page))]);
      const main = page.locator('main, dialog[open]').last();
      const shown = runsScript ? await main.ariaSnapshot({ timeout: limit(3000) }).catch(String) : '';
      return { url: page.url(), runsScript, draws, shown: shown.split('\n').slice(0, 30).join('\n') };
    }),
  );

/** Of the browser: a page whose clock a journey has stopped calls back for no frame. */
async function pictureOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 });
}

const inWords = ({ url, runsScript, draws, shown }: PageState): string =>
  `${url} ${runsScript ? 'runs script' : 'runs no script'} and ${draws ? 'draws' : 'draws nothing'}\n${shown}`;

/** A note for the second attempt of a journey. */
const againNote = ({ project, testId }: TestInfo) => join(project.outputDir, `again-${testId}`);

interface Fixtures {
  /** Addresses of other origins that a journey goes through. */
  readonly elsewhere: RegExp;
  readonly watched: undefined;
  /** The browser of another visitor, watched like the first; it always runs script. */
  readonly otherVisitor: Page;
}

/**
 * Every journey fails when a page throws, asks another origin for anything, misses a file, or when a policy blocks something. One
 * whose first failure is a time-out is run once more, and so is one whose browser no longer draws a page that runs script and waits for
 * nothing, which no page can bring about: neither says that anything was wrong, unless a page had a problem or was answered with a fault.
 * Any other journey that failed fails again at once.
 */
export const test = base.extend<Fixtures, { readonly quiet: undefined }>({
  quiet: [
    // biome-ignore lint/correctness/noEmptyPattern: it takes no other fixture
    async ({}, use, { project }) => {
      if (project.name === 'waits') await mainIsOver();
      await use(undefined);
    },
    { scope: 'worker', auto: true, timeout: 0 },
  ],
  elsewhere: [NOWHERE, { option: true }],
  watched: [
    async ({ context, baseURL, elsewhere }, use, testInfo) => {
      if (testInfo.retry > 0 && !existsSync(againNote(testInfo))) throw new Error('failed at its first attempt, and is not retried');
      const problems = watch(context, { origin: baseURL, elsewhere });
      const unanswered = new Set<Request>();
      let faults = 0;
      context.on('response', (response) => {
        if (response.status() >= 500) faults += 1;
      });
      context.on('request', (request) => unanswered.add(request));
      context.on('requestfinished', (request) => unanswered.delete(request));
      context.on('requestfailed', (request) => unanswered.delete(request));
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        const states = await statesOf(context);
        const messages = testInfo.errors.map(({ message = '' }) => plain(message));
        const isTheMachines = hasTimedOut(messages) || hasStalled(states, { unanswered: unanswered.size });
        if (isTheMachines && problems.length === 0 && faults === 0) await writeFile(againNote(testInfo), '');
        const waiting = [...unanswered].map((request) => `unanswered: ${request.url()}`);
        throw new Error([...states.map(inWords), ...waiting, ...problems].join('\n'));
      }
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  otherVisitor: async ({ browser, baseURL, elsewhere }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: true });
    const problems = watch(context, { origin: baseURL, elsewhere });
    await use(await context.newPage());
    await context.close();
    expect(problems).toEqual([]);
  },
});

export { expect };

/** The axe rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The URL at which all rules last ran on a page. */
const checkedAt = new WeakMap<Page, string>();

/**
 * Checks the page with axe for WCAG 2.2 AA. `frames: false` leaves out frames, whose pages are not ours. In dark mode only the rules
 * about colours run on a page that was just checked in light mode.
 */
export async function expectAccessible(page: Page, { frames = true, ownColours = true } = {}) {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const coloursAlone = isDark && checkedAt.get(page) === page.url();
  if (!isDark) checkedAt.set(page, page.url());
  // A dialog that fades in has too little contrast until it stands.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
  // Looked at from its top: a bar that stays in sight covers part of some control wherever the page happens to be scrolled to, and
  // what is left of it would count as a target that is too small.
  const scrolled = await page.evaluate(() => {
    const at = { left: window.scrollX, top: window.scrollY };
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    return at;
  });
  // A page without frames is judged where it is: otherwise axe opens an empty page for its results, which takes as long as its rules.
  const isAlone = page.frames().length === 1;
  // Half a megabyte of script, once a document instead of twice each time.
  if (isAlone && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const builder = new AxeBuilder({ page, ...(isAlone && { axeSource: ';' }) })
    .setLegacyMode(isAlone)
    .options({ resultTypes: ['violations'] });
  // Where the reader's colours replace ours, axe compares theirs with ours: it reads `-webkit-text-fill-color`, which keeps the page's.
  if (!ownColours) builder.disableRules('color-contrast');
  if (coloursAlone) builder.withRules(COLOUR_RULES);
  else builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await (frames ? builder : builder.exclude('iframe')).analyze();
  await page.evaluate((at) => window.scrollTo({ ...at, behavior: 'instant' }), scrolled);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual([]);
}

/** Pixels by which the content is wider than the page, whatever place a scroll bar takes. */
export const widthOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - Math.round(document.documentElement.getBoundingClientRect().width));

interface Looks {
  /** At which it is no wider than its window, besides its own. */
  readonly widths?: readonly number[];
  /** False leaves out frames, whose pages are not ours. */
  readonly frames?: boolean;
}

/** Accessible by day and by night, and no wider than its window; the page is left light, and as wide as it was. */
export async function looksRight(page: Page, { widths = [], frames = true }: Looks = {}) {
  const size = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { frames });
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: size?.height ?? 800 });
      expect(await widthOverflow(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
    }
    if (size && widths.length > 0) await page.setViewportSize(size);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Holds the page's script back until the returned function is called. */
export async function holdScript(page: Page): Promise<() => void> {
  let arrive = () => {};
  const script = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await script;
    await route.continue();
  });
  return arrive;
}

/**
 * Resolves once the page has its script, in all of its parts; a press before that would be the platform's alone. What comes as
 * text, as the information pages do, never has one.
 */
export const hydrated = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const scriptOf = (part: Element) => Object.entries(part).find(([key]) => key.startsWith('__reactProps'))?.[1];
        const isText = (part: Element | null): boolean =>
          part !== null && (scriptOf(part)?.dangerouslySetInnerHTML !== undefined || isText(part.parentElement));
        const parts = [...document.querySelectorAll('header, main a, main button, main input')];
        return parts.length > 0 && parts.every((part) => scriptOf(part) !== undefined || isText(part));
      }),
    )
    .toBe(true);
