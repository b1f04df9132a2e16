import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const isTouched = (page: Page) => page.evaluate(() => matchMedia('(pointer: coarse)').matches);

/** Shows a desktop's page as a phone would while `work` is done: as narrow, and touched instead of pointed at. */
export async function onPhone(page: Page, work: () => Promise<void>) {
  const size = page.viewportSize();
  const devtools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await expect.poll(() => isTouched(page)).toBe(true);
  await work();
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.detach();
  await expect.poll(() => isTouched(page)).toBe(false);
  if (size) await page.setViewportSize(size);
}
