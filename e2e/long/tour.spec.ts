import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { fillInCard, payButton, terms } from '../cards.ts';
import { environment } from '../config.ts';
import { sendLogIn } from '../customers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { chosen, chosenPlaces, holdOnMap, openBlock, openDate } from '../hall.ts';
import { mailsTo } from '../inbox.ts';
import { given, type Stop, stops } from './guide.ts';

const run = promisify(execFile);

const main = (page: Page) => page.getByRole('main');
/** At the counter; the bar has one of its own. */
const performanceSearch = (page: Page) => main(page).getByRole('searchbox');
const goOn = (page: Page) => chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();

const login = (who: string) => {
  const [email = '', password = ''] = given.get(who) ?? [];
  return { email, password };
};
const cardThat = (answers: string) => given.get(`A card ${answers}`)?.[0] ?? '';

/** From the stop's link to the places of its first date, in the name of the buyer, who stays logged in from stop to stop. */
async function choose(page: Page, { address }: Stop, { logsIn = false } = {}) {
  await openDate(page, address);
  if (logsIn) await sendLogIn(page, login('A buyer'));
  await expect(page.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
}

async function pay(page: Page, card: string) {
  await fillInCard(page, card);
  await terms(page).check();
  await payButton(page).click();
}

async function takeTicket(page: Page) {
  await page.getByRole('button', { name: /^Tomar/ }).click();
  await expect(chosenPlaces(page)).not.toHaveCount(0);
}

const walks: Readonly<Record<string, (page: Page, stop: Stop) => Promise<void>>> = {
  'Buy two seats of a real hall': async (page, stop) => {
    await choose(page, stop, { logsIn: true });
    await expect(page.locator('canvas')).toBeVisible();
    await holdOnMap(page, 2);
    await stop.sees('Tu selección', chosen(page));
    await stop.sees('Continuar con la compra', chosen(page).getByRole('link'));
    await goOn(page);
    await pay(page, cardThat('that is approved'));
    await stop.sees('¡Listo! Tu compra está paga', page.getByRole('heading', { level: 1 }));
  },

  'A card that is declined': async (page, stop) => {
    await choose(page, stop);
    await page.getByRole('tab', { name: stop.word('Mejores lugares') }).click();
    await page.getByRole('button', { name: stop.word('Tomar los mejores lugares') }).click();
    await expect(chosenPlaces(page)).not.toHaveCount(0);
    await goOn(page);
    await pay(page, cardThat('whose bank says no'));
    await stop.sees('El pago no se hizo', main(page));
    await pay(page, cardThat('that is approved'));
    await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  },

  'Three instalments': async (page, stop) => {
    await choose(page, stop);
    await page.getByRole('tab', { name: stop.word('Mejores lugares') }).click();
    await page.getByRole('button', { name: stop.word('Tomar entradas') }).click();
    await expect(chosenPlaces(page)).not.toHaveCount(0);
    await goOn(page);
    await fillInCard(page, cardThat('that is approved'));
    await page.getByRole('radio', { name: new RegExp(`^${stop.word('3 cuotas de')} .+ TEA .+ CFTEA .+ Total`) }).check();
    await terms(page).check();
    await payButton(page).click();
    await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
    await stop.sees('en 3 cuotas', main(page));
  },

  'Time runs out': async (page, stop) => {
    await choose(page, stop, { logsIn: true });
    await takeTicket(page);
    await goOn(page);
    await stop.sees('Tu tiempo vence en', page.getByRole('banner'));
    const [npm = '', ...words] = stop.codes[0]?.split(' ') ?? [];
    expect([npm, ...words.slice(0, 4)]).toEqual(['npm', 'run', 'do', '--', 'pass-time']);
    await run(npm, ['run', '--silent', 'pinned', ...words.slice(2)], {
      cwd: join(import.meta.dirname, '../..'),
      env: environment(),
    });
    await page.reload();
    await stop.sees('Se terminó el tiempo para completar tu compra', page.getByRole('dialog'));
  },

  'Sold out': async (page, stop) => {
    await page.goto(stop.address);
    await stop.sees('Agotado', main(page));
    await expect(main(page).getByRole('link', { name: /^Elegir la función/ })).toHaveCount(0);
  },

  'Two tabs': async (page, stop) => {
    await choose(page, stop, { logsIn: true });
    await takeTicket(page);
    await goOn(page);
    await expect(payButton(page)).toBeVisible();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await expect(payButton(second)).toBeVisible();
    await stop.sees('Empezaste una compra en otra pestaña de tu navegador', page.getByRole('dialog'));
    await expect(second.getByRole('dialog')).toBeHidden();
  },

  'The list instead of the map': async (page, stop) => {
    await choose(page, stop);
    const map = page.getByRole('tab', { name: stop.word('Mapa') });
    await hydrated(page);
    for (let stopsOnTheWay = 0; stopsOnTheWay < 60; stopsOnTheWay++) {
      if (await map.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: stop.word('Lista') })).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Sector' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Sector' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('grid', { name: /^Lugares de / })).toBeVisible();
    await page.keyboard.press('Tab');
    const seat = page.locator('[data-place]:focus');
    while (!/disponible$/.test((await seat.getAttribute('aria-label')) ?? '')) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(chosenPlaces(page)).toHaveCount(1);
    await page.keyboard.press('Space');
    await expect(chosenPlaces(page)).toHaveCount(0);
  },

  'The box office': async (page, stop) => {
    await page.goto(stop.address);
    await sendLogIn(page, login('The box office'));
    await stop.sees('¿Qué función?', page.getByRole('heading', { level: 1 }));
    await performanceSearch(page).fill('macbeth');
    await performanceSearch(page).press('Enter');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: /^Tomar los mejores/ }).click();
    await page.getByRole('complementary').getByRole('link', { name: 'Cobrar' }).click();
    await page.getByLabel(stop.word('Recibido')).fill('500000');
    await stop.sees('Vuelto', main(page).getByText('Vuelto'));
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Cobrar \$/ }).click();
    await stop.sees('Venta hecha', page.getByRole('heading', { level: 1 }));
    const paper = page.waitForEvent('download');
    await page.getByRole('button', { name: stop.word('Imprimir'), exact: true }).click();
    expect((await readFile(await (await paper).path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('link', { name: stop.word('Nueva venta') }).click();
    await expect(performanceSearch(page)).toBeFocused();
  },

  'The organiser': async (page, stop) => {
    await page.goto(stop.address);
    const { email, password } = login('The organiser');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await stop.sees('Funciones', page.getByRole('heading', { level: 1 }));
    for (const column of ['Vendidas', 'Tomadas', 'Libres']) await stop.sees(column, page.getByRole('columnheader'));
    await stop.sees('En vivo', page.getByText('En vivo', { exact: true }));
  },

  'The inbox': async (page, stop) => {
    const { email } = login('A buyer');
    const subject = stop.word('Tus entradas para Fuenteovejuna');
    await expect.poll(async () => (await mailsTo(email)).map((mail) => mail.subject)).toContain(subject);
    const [mail] = (await mailsTo(email)).filter((one) => one.subject === subject);
    expect(mail?.attachments.map(({ mediaType }) => mediaType).sort()).toEqual(['application/pdf', 'text/calendar']);
    await page.goto(stop.address);
    await stop.sees('Mis compras', page.getByRole('heading', { level: 1 }));
    await expect(
      main(page)
        .getByRole('link', { name: /Fuenteovejuna/ })
        .first(),
    ).toBeVisible();
  },

  'The view from a seat': async (page, stop) => {
    await choose(page, stop, { logsIn: true });
    stop.word('Lista');
    await openBlock(page, 'Platea centro');
    await page
      .getByRole('button', { name: new RegExp(`^${stop.word('Vista 360°')}`) })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: /^Vista 360°/ }).locator('[data-state="ready"] canvas')).toBeVisible();
  },

  'A date that has moved': async (page, stop) => {
    await page.goto(stop.address);
    await stop.sees('Reprogramada: era el', main(page).getByRole('listitem'));
  },

  'What a regular buyer has': async (page, stop) => {
    await page.goto(stop.address);
    for (const heading of ['Anteriores', 'La gaviota']) await stop.sees(heading, main(page).getByRole('heading'));
    await page.goto('/myBookings');
    const booking = main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: stop.word('Macbeth') }) });
    await stop.sees('Pagar', booking.getByRole('button'));
  },

  'A room that opens': async (page, stop) => {
    await page.goto(stop.address);
    await main(page)
      .getByRole('link', { name: new RegExp(`^${stop.word('Ir a la fila')}`) })
      .first()
      .click();
    await stop.sees('Ya estás en el sorteo', page.getByRole('heading'));
  },

  'A cancelled date': async (page, stop) => {
    await page.goto(stop.address);
    await stop.sees('Cancelada', main(page).getByRole('listitem'));
  },
};

/** The stops that one browser walks after each other, in the order of the guide. */
const visits: Readonly<Record<string, readonly number[]>> = {
  'a buyer follows the tour: seats of a hall, cards, instalments, what is sold out, the list, and the inbox': [1, 2, 3, 5, 7, 10],
  'a buyer follows the tour: a view, dates that moved, are over or cancelled, and a waiting room': [11, 12, 13, 14, 15],
  'a buyer follows the tour: time runs out': [4],
  'a buyer follows the tour: two tabs': [6],
  'staff follow the tour: the box office, and the organiser': [8, 9],
};

// One after another: time passes for all of them.
test.describe.configure({ mode: 'default' });

for (const [name, numbers] of Object.entries(visits)) {
  test(name, async ({ page }) => {
    test.slow();
    expect(stops.map(({ title }) => title)).toEqual(Object.keys(walks).map((walked, index) => `${index + 1}. ${walked}`));
    expect(new Set(Object.values(visits).flat()).size).toBe(stops.length);
    for (const number of numbers) {
      const stop = stops[number - 1];
      if (!stop) throw new Error(`the guide has no stop ${number}`);
      await test.step(stop.title, async () => {
        await walks[stop.title.replace(/^\d+\. /, '')]?.(page, stop);
        stop.end();
      });
    }
  });
}
