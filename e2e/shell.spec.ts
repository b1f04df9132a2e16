import type { APIRequestContext, APIResponse } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';

/** What the server answers a search with while more new ones are asked for than it renders. */
async function shellOf(request: APIRequestContext): Promise<APIResponse> {
  for (let round = 0; ; round++) {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => request.get(`/AdvancedSearch?cBuscar=${Date.now()}-${round}-${n}`)),
    );
    for (const answer of answers) if ((await answer.text()).includes('"isSpaMode":true')) return answer;
  }
}

test('in a crowd a page comes without its results or dates, and the browser finds them; an address without a show says so', {
  tag: '@once',
}, async ({ page, request }) => {
  const shell = await shellOf(request);
  /** The address as a visitor finds it in that crowd. */
  const visit = async (address: string, status = 200) => {
    await page.route(
      (url) => `${url.pathname}${url.search}` === address,
      async (route) => {
        if (route.request().resourceType() !== 'document') return route.continue();
        return route.fulfill({ status, headers: shell.headers(), body: await shell.body() });
      },
    );
    await page.goto(address);
    await hydrated(page);
  };

  await visit('/AdvancedSearch?cBuscar=hamlet');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('hamlet');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await expectAccessible(page);

  await visit('/landing/no-hay-tal-show', 503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No encontramos esta página');

  await visit('/landing/hamlet', 503);
  await expect(page.getByRole('heading', { level: 1, name: 'Hamlet' })).toBeVisible();
  await page
    .getByRole('link', { name: /^Elegir/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(login|funcion)/);
});
