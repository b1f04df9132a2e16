import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';

const PHONE = { width: 390, height: 844 };
const SIZES = [PHONE, { width: 1280, height: 800 }];

async function enter(office: Page) {
  await office.goto('/oficina/filas');
  await office.getByLabel('Correo electrónico').fill('organizador@butaca.example');
  await office.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
  await office.getByRole('button', { name: 'Ingresar' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Filas' })).toBeFocused();
}

/** The calls of a visitor's page, with the work that a number costs; the browser keeps the number's cookie. */
const inQueue = (page: Page, performanceId: string) => ({
  join: () =>
    page.evaluate(async (id) => {
      const ask = async (body: object) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(`/cola/${id}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      };
      const { oDesafio } = await ask({});
      if (!oDesafio) return 'no work asked';
      const { cTexto, nBits } = oDesafio;
      const isSolved = async (counter: number) => {
        const hash = new DataView(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${cTexto}.${counter}`)));
        return hash.getUint32(0) >>> (32 - nBits) === 0;
      };
      let nContador = 0;
      while (!(await isSolved(nContador))) nContador++;
      return (await ask({ oTrabajo: { cTexto, nContador } })).oNumero?.nNumero ?? 'no number';
    }, performanceId),
  document: () => page.evaluate(async (id) => (await fetch(`/cola/${id}.json`)).json(), performanceId),
  mayGoIn: () =>
    page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/cola/turn', { method: 'POST', headers, body: JSON.stringify({ idFuncion: Number(id) }) });
      return (await answer.json()).redirect_url !== '';
    }, performanceId),
});

/** No wider than a phone or a desktop, and accessible at those of them that are given. */
async function expectGood(office: Page, accessibleAt = SIZES) {
  for (const size of SIZES) {
    await office.setViewportSize(size);
    if (accessibleAt.includes(size)) await expectAccessible(office);
    expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  }
}

test('an organiser opens a waiting room, sees who waits, pauses, says a word, and closes it', async ({ page, otherVisitor: office }) => {
  await page.goto('/');
  await enter(office);
  await expectGood(office);
  await office.getByLabel('Buscar función o sala').fill('bodas de sangre');
  await office
    .getByRole('link', { name: /Bodas de sangre.*Abrir una fila/ })
    .last()
    .click();
  await expect(office.getByRole('heading', { level: 1, name: 'Bodas de sangre' })).toBeFocused();
  const performanceId = new URL(office.url()).searchParams.get('funcion') ?? '';
  const visitor = inQueue(page, performanceId);
  await expectGood(office, [PHONE]);

  await office.getByRole('radio', { name: /Ahora, por orden de llegada/ }).check();
  await office.getByRole('textbox', { name: 'Turnos por minuto', exact: true }).fill('0');
  await expect(office.getByText('Entre 1 y 100.000, sin decimales')).toBeVisible();
  await office.getByRole('textbox', { name: 'Turnos por minuto', exact: true }).fill('60');
  await office.getByRole('button', { name: 'Abrir ahora' }).click();
  await expect(office.getByRole('heading', { level: 2, name: 'Abierta' })).toBeVisible();

  await office.getByRole('button', { name: 'Pausar' }).click();
  await expect(office.getByRole('heading', { level: 2, name: 'En pausa' })).toBeVisible();
  expect(await visitor.join()).toBe(0);
  const waiting = office.getByRole('region', { name: 'La fila ahora' }).locator('dd').first();
  await expect(waiting).toHaveText('1');
  expect(await visitor.mayGoIn()).toBe(false);

  const word = 'Sumamos una función el domingo.';
  await office.getByLabel('En español').fill(word);
  await office.getByRole('button', { name: 'Publicar' }).click();
  await expect(office.getByText('Publicado.')).toBeVisible();
  await expect.poll(async () => (await visitor.document()).message).toEqual({ es: word });

  await office.getByLabel('Minutos para elegir').fill('9');
  await office.getByRole('button', { name: 'Aplicar 1 cambio' }).click();
  await expect(office.getByText('Listo: se ve en la fila en unos segundos.')).toBeVisible();
  await expect.poll(async () => (await visitor.document()).passMinutes).toBe(9);
  await office.getByRole('button', { name: 'Agregar' }).click();
  const codes = office.getByRole('dialog', { name: 'Códigos de preventa' });
  await codes.getByLabel('Cuántos').fill('2');
  await codes.getByRole('button', { name: 'Agregar' }).click();
  await expect(codes.getByLabel('Códigos', { exact: true })).toHaveValue(/^(\w{4}-\w{4}-\w{4}\n?){2}$/);
  await codes.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(office.getByText('2 códigos', { exact: true })).toBeVisible();
  await expectGood(office);

  await office.getByRole('button', { name: 'Cerrar la fila' }).click();
  const asked = office.getByRole('dialog', { name: '¿Cerrar la fila?' });
  await expect(asked).toContainText('1 persona que espera entra ya');
  await asked.getByRole('button', { name: 'Cerrar la fila' }).click();
  await expect(office.getByRole('heading', { level: 2, name: 'Cerrada' })).toBeVisible();
  await expect.poll(() => visitor.mayGoIn()).toBe(true);
  await expect(office.getByRole('region', { name: 'Registro' }).getByRole('listitem').first()).toContainText('Cerró la fila');
  await expectGood(office, [PHONE]);
});

test('the office says when the connection is lost, and goes on when it is back', async ({ otherVisitor: office }) => {
  await enter(office);
  await office
    .getByRole('link', { name: /Abrir una fila/ })
    .first()
    .click();
  await expect(office.getByText('En vivo', { exact: true })).toBeVisible();
  await office.route('**/v2/Oficina/Fila/**', (route) => route.abort());
  await expect(office.getByText(/Datos de hace .* reconectando/)).toBeVisible();
  await office.unroute('**/v2/Oficina/Fila/**');
  await expect(office.getByText('En vivo', { exact: true })).toBeVisible();
  await office.goto('/oficina/filas?funcion=999999');
  await expect(office.getByText('Esa función no existe')).toBeVisible();
});
