import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** Every journey fails when the page throws, when a policy blocks something, or when a file is missing. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page }, use) => {
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|hydrat|Minified React/i.test(message.text()))
          troubles.push(message.text());
      });
      page.on('response', (response) => {
        if (response.status() === 404 && response.request().resourceType() !== 'document') troubles.push(`missing: ${response.url()}`);
      });
      await use(undefined);
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** WCAG 2.2 AA as far as a machine can tell. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual([]);
}

export const widthOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A person nobody has seen before; passwords follow the rules of sign up. */
export function newcomer() {
  const id = Math.random().toString(36).slice(2, 10);
  return {
    firstName: 'Julia',
    lastName: 'Paredes',
    email: `julia.${id}@correo.example`,
    password: 'Platea2026',
    documentNumber: '30123456',
  };
}
