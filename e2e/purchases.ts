import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillInSignUp, logIn, newcomer, signUpButton } from './customers.ts';
import { expect } from './fixtures.ts';

/** Somebody new who is logged in, so that purchases of other journeys are in nobody's way. */
export async function logInAsNewcomer(page: Page) {
  const person = newcomer();
  await page.goto('/signUp');
  await fillInSignUp(page, person);
  await signUpButton(page).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  return person;
}

/** A call of the API in the name of who is logged in on the page: the data of the answer. */
export async function ask(page: Page, method: 'GET' | 'POST', path: string, data?: object) {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.session') ?? '{}').token);
  const headers = { authorization: `Bearer ${token}`, 'x-fingerprint': 'e2e', 'idempotency-key': randomUUID() };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  return (await answer.json()).oData;
}

export interface TakenPlaces {
  readonly purchaseId: string;
  readonly performanceId: number;
  /** Where they are chosen. */
  readonly address: string;
}

/** Places of a show's first performance, taken before any screen of the purchase is opened. */
export async function take(page: Page, { show, quantity }: { show: string; quantity: number }): Promise<TakenPlaces> {
  await page.goto(`/landing/${show}`);
  const link = page.getByRole('link', { name: /^Elegir la función/ }).first();
  const address = (await link.getAttribute('href')) ?? '';
  const performanceId = Number(new URL(address, page.url()).searchParams.get('idFuncion'));
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion: performanceId,
    listaSector: [{ nCantidad: quantity }],
  });
  return { purchaseId: oProceso.idProcesoDeCompra, performanceId, address };
}

export const buyAddress = ({ purchaseId, performanceId }: TakenPlaces) =>
  `/buyTicket?idProcesoDeCompra=${purchaseId}&idFuncion=${performanceId}`;

/** ABIERTO, CANCELADO, … */
export const stageOf = async (page: Page, { purchaseId }: TakenPlaces): Promise<string> =>
  (await ask(page, 'GET', `/v2/Proceso/${purchaseId}`)).cEtapa;
