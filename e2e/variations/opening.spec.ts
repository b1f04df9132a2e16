import { limit } from '../../scripts/test/limits.ts';
import { importShow, inDays } from '../catalogue.ts';
import { ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { logInAsNewcomer } from '../purchases.ts';

/** Time enough to import the show and to open its pages. */
const OPENS_IN_MS = limit(60_000);

test('pages that are open when a sale opens change by themselves, on a device whose clock is slow, and the focus stays', {
  tag: '@once',
}, async ({ page, context }) => {
  test.slow();
  const seo = 'una-venta-que-abre';
  const onSaleAt = new Date(Date.now() + OPENS_IN_MS);
  await importShow(seo, 'Una venta que abre', [{ startsAt: inDays(30), state: 'announced', onSaleAt }]);
  await ownDeviceClock(context);
  await logInAsNewcomer(page);
  await setDeviceClock(page, -15);

  const { oData } = await (await page.request.get('/v2/EspectaculosCartel')).json();
  const { idEspectaculoCartel, h } = oData.Lista.find(({ cSeo }: { cSeo: string }) => cSeo === seo);
  const show = await (await page.request.get(`/v2/EspectaculoCartel/${idEspectaculoCartel}?h=${h}`)).json();
  const [performance] = show.oData.listaFuncion;
  await page.goto(`/landing/${seo}`);
  await hydrated(page);
  const places = await context.newPage();
  await places.goto(`/funcion/${seo}/${performance.idFuncion}?idFuncion=${performance.idFuncion}&h=${performance.h}`);
  await hydrated(places);
  await expect(places.getByRole('heading', { name: 'La elección de lugares se habilita con la venta' })).toBeVisible();
  const back = places.getByRole('link', { name: 'Ver todas las fechas' });
  await back.focus();
  await page.bringToFront();
  const main = page.getByRole('main');
  await expect(main.getByText('Próximamente')).toBeVisible();
  const share = page.getByRole('link', { name: 'Agregar las funciones a tu calendario' });
  await share.focus();
  expect(Date.now()).toBeLessThan(onSaleAt.getTime());

  const asked: string[] = [];
  const documents: string[] = [];
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.resourceType() === 'document') documents.push(pathname);
    if (searchParams.has('desde')) asked.push(pathname);
  });
  const timeout = onSaleAt.getTime() - Date.now() + limit(30_000);
  await expect(main.getByRole('link', { name: /^Elegir la función/ })).toBeVisible({ timeout });
  expect(Date.now()).toBeGreaterThan(onSaleAt.getTime());
  await expect(main.getByText('Próximamente')).toBeHidden();
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta la función del .+, \d\d:\d\d\.$/);
  await expect(share).toBeFocused();
  await expectAccessible(page);

  await places.bringToFront();
  await expect(places.getByRole('heading', { name: 'La elección de lugares se habilita con la venta' })).toBeHidden();
  await expect(places.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
  await expect(places.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta/);
  await expect(back).toBeFocused();
  expect(documents).toEqual([]);
  expect(asked.sort()).toEqual([`/v2/EspectaculoCartel/${idEspectaculoCartel}`, `/v2/Funcion/${performance.idFuncion}`]);
});
