import { randomInt, randomUUID } from 'node:crypto';
import { writeCaptcha } from '@butaca/contract';
import type { Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sandboxAt } from './config.ts';
import { newcomer } from './customers.ts';
import { codeHandedTo, codeMailedTo } from './inbox.ts';

/** What differs by country, as the sign-up sends it. */
type Papers = Readonly<Record<'cTipoDeDocumento' | 'cDocumento' | 'cPais' | 'cTelefono', string>>;
/** Of nobody else: accounts with one document are one person, whose tickets and products are counted together. */
const argentine = (): Papers => ({
  ...{ cTipoDeDocumento: 'DNI', cPais: 'AR', cTelefono: '+54 11 5555-0100' },
  cDocumento: String(randomInt(20_000_000, 50_000_000)),
});

/**
 * A new customer who is logged in, so that purchases of other journeys do not interfere; the screens of it have journeys of their own. Their
 * address is proved, because tickets are sold to proved ones alone, unless the journey reads a code itself or counts a newcomer's mails.
 */
export async function logInAsNewcomer(page: Page, papers: Papers = argentine(), person = newcomer(), { confirmed = true } = {}) {
  const opened = await call(page, 'POST', '/v2/Cliente/Insertar_v2', {
    cNombre: person.firstName,
    cApellido: person.lastName,
    cGenero: 'FEMENINO',
    dNacimiento: '1990-03-05',
    cEmail: person.email,
    cClave: person.password,
    cTipoDeTelefono: 'CELULAR',
    lAceptaTerminos: 'S',
    ...papers,
    cCaptcha: await solvedCaptcha(page, 'ALTA'),
  });
  await storeSession(page, opened);
  if (confirmed) {
    const sandbox = sandboxAt(page.url());
    const isHandedOver = opened.lCodigoEnviado === 'S';
    if (!isHandedOver) await ask(page, 'POST', '/v2/Cliente/Correo/Codigo');
    const code = await (isHandedOver ? codeHandedTo(person.email, sandbox) : codeMailedTo(person.email, 6, sandbox));
    await ask(page, 'POST', '/v2/Cliente/Correo/Confirmar', { cCodigo: code });
  }
  return { ...person, document: papers.cDocumento };
}

/** Logs in without the screens of it. */
export async function openSession(page: Page, { email, password }: { readonly email: string; readonly password: string }) {
  const { token, jUser } = await call(page, 'POST', '/v2/Cliente/Ingreso/Token', {
    cEmail: email,
    cClave: password,
    cCaptcha: await solvedCaptcha(page, 'INGRESO'),
  });
  await storeSession(page, { token, jUser });
}

/** The nCode with which a log-in is answered, without the screens of it. */
export async function logInCode(page: Page, { email, password }: { readonly email: string; readonly password: string }): Promise<number> {
  const data = { cEmail: email, cClave: password, cCaptcha: await solvedCaptcha(page, 'INGRESO') };
  const answer = await page.request.post('/v2/Cliente/Ingreso/Token', { data, headers: { 'idempotency-key': randomUUID() } });
  return (await answer.json()).nCode;
}

/** As the storefront keeps it. */
async function storeSession(page: Page, { token, jUser }: { readonly token: string; readonly jUser: object }) {
  await page.goto('/readyz');
  await page.evaluate((session) => localStorage.setItem('butaca.session', JSON.stringify(session)), {
    token,
    isLoggedIn: true,
    jUser: { ...jUser, dLogin: Date.now() },
  });
}

/** As the browser solves one while a form is filled in. */
export async function solvedCaptcha(page: Page, purpose: 'ALTA' | 'INGRESO' | 'PAGO'): Promise<string> {
  const { oDesafio } = await call(page, 'GET', `/v2/Captcha?ctUso=${purpose}`);
  const solution = await solveChallenge({ challenge: oDesafio, deriveKey });
  if (!solution) throw new Error('the challenge has no solution');
  return writeCaptcha(oDesafio, solution);
}

/** A call of the API in the name of who is logged in on the page: the data of the answer. */
export async function ask(page: Page, method: 'GET' | 'POST', path: string, data?: object) {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.session') ?? '{}').token);
  return call(page, method, path, data, { authorization: `Bearer ${token}`, 'x-fingerprint': 'e2e' });
}

async function call(page: Page, method: 'GET' | 'POST', path: string, data?: object, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'idempotency-key': randomUUID(), ...more };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  return (await answer.json()).oData;
}

export interface TakenPlaces {
  readonly purchaseId: string;
  readonly performanceId: number;
  /** Where they are chosen. */
  readonly address: string;
}

/** A show's first performance on sale. */
async function firstOnSale(page: Page, show: string): Promise<{ idFuncion: number; h: string }> {
  const { Lista } = await call(page, 'GET', '/v2/Cartelera');
  const found = Lista.find(({ cSeo }: { cSeo: string }) => cSeo === show);
  const { listaFuncion } = await call(page, 'GET', `/v2/EspectaculoCartel/${found.idEspectaculoCartel}?h=${found.h}`);
  return listaFuncion.find(({ cEstado }: { cEstado: string }) => cEstado === 'EN_VENTA');
}

/** Places of a show's first performance, taken before any screen of the purchase is opened. */
export async function take(page: Page, { show, quantity }: { show: string; quantity: number }): Promise<TakenPlaces> {
  const { idFuncion: performanceId, h } = await firstOnSale(page, show);
  const address = `/funcion/${show}/${performanceId}?idFuncion=${performanceId}&h=${h}`;
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion: performanceId,
    listaSector: [{ nCantidad: quantity }],
  });
  return { purchaseId: oProceso.idProcesoDeCompra, performanceId, address };
}

/** Places of another show in the same purchase. */
export async function takeMore(page: Page, { purchaseId }: TakenPlaces, { show, quantity }: { show: string; quantity: number }) {
  const { idFuncion } = await firstOnSale(page, show);
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Posiciones/Tomar`, { idFuncion, listaSector: [{ nCantidad: quantity }] });
}

/** Places that a clerk takes for somebody at the counter, and what they cost. */
export async function takenAtCounter(page: Page, quantity: number): Promise<{ id: string; total: number }> {
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(
    ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === 'Hamlet',
  );
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion,
    ctProceso: 'BOX',
    listaSector: [{ nCantidad: quantity }],
  });
  return { id: oProceso.idProcesoDeCompra, total: oProceso.oTotal.fTotal };
}

/** A sale for cash that nobody has printed: its number. */
export async function soldForCash(page: Page, quantity: number): Promise<{ id: string; number: string }> {
  const { id, total } = await takenAtCounter(page, quantity);
  const paid = await ask(page, 'POST', `/v2/Proceso/${id}/CobrarEfectivo`, { fTotal: total, lAceptaTerminos: 'S' });
  return { id, number: paid.cNumeroOperacion };
}

export const buyAddress = ({ purchaseId, performanceId }: TakenPlaces) =>
  `/buyTicket?idProcesoDeCompra=${purchaseId}&idFuncion=${performanceId}`;

/** ABIERTO, CANCELADO, … */
export const stageOf = async (page: Page, { purchaseId }: TakenPlaces): Promise<string> =>
  (await ask(page, 'GET', `/v2/Proceso/${purchaseId}`)).cEtapa;

export const organiser = { email: 'organizador@butaca.example', password: 'Organizador2026' };
