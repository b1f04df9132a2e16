import type { BrowserContext, Page } from '@playwright/test';

const KEY = 'test.device-ahead';

/** Lets `setDeviceClock` set the clock of the device; it must be called before a page is opened. */
export const ownDeviceClock = (context: BrowserContext) =>
  context.addInitScript((key) => {
    const { now } = Date;
    const ahead = () => Number(localStorage.getItem(key));
    Object.assign(globalThis, {
      Date: class extends Date {
        constructor(...given: unknown[]) {
          super(...((given.length === 0 ? [now() + ahead()] : given) as [number]));
        }
        static override now = () => now() + ahead();
      },
    });
  }, KEY);

/** So many minutes before or behind the server's, which goes on as it is; no time passes. */
export const setDeviceClock = (page: Page, minutesAhead: number) =>
  page.evaluate(([key, ms]) => localStorage.setItem(key, String(ms)), [KEY, minutesAhead * 60_000] as const);

/** Whether the page is visible, or another tab is. */
export const lookedAt = (page: Page, looked: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    looked ? 'visible' : 'hidden',
  );
