import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Learns the key of its press, by which the payer goes on. */
const ITS_OWN = 'apps/storefront/app/purchase/link/pay-link.ts';

test('no page chooses an idempotency key itself: ClickKey knows when a click is another act', () => {
  const pages = globSync('apps/{storefront,office,waiting-room}/{app,src}/**/*.{ts,tsx}');
  expect(pages.length).toBeGreaterThan(300);
  expect(pages.filter((file) => readFileSync(file, 'utf8').includes('idempotencyKey'))).toEqual([ITS_OWN]);
});
