import type { Page } from '@playwright/test';
import { cards, expiry } from './cards.ts';
import { newcomer } from './customers.ts';
import { expect } from './fixtures.ts';
import { ask, logInAsNewcomer, openSession, organiser, solvedCaptcha, type TakenPlaces, take } from './purchases.ts';

type Paid = Pick<TakenPlaces, 'purchaseId'>;

/** A token of the payments host for the approved card, as the browser gets one. */
async function cardOf(page: Page, { cUrlToken, cClavePublica }: Readonly<Record<string, string>>) {
  const [month, year] = expiry.good.split('/');
  const answer = await page.request.post(cUrlToken as string, {
    headers: { apikey: cClavePublica as string },
    data: {
      card_number: cards.approved,
      card_expiration_month: month,
      card_expiration_year: year,
      security_code: '123',
      card_holder_name: 'Julia Paredes',
      card_holder_identification: { type: 'dni', number: '30123456' },
    },
  });
  const { id, bin, last_four_digits } = await answer.json();
  return {
    cToken: id,
    cBin: String(bin).slice(0, 6),
    cUltimosCuatro: String(last_four_digits),
    nCuotas: 1,
    cTitular: 'Julia Paredes',
    cTipoDeDocumento: 'DNI',
    cDocumento: '30123456',
    cEmail: 'julia@correo.example',
  };
}

/**
 * Pays a purchase of who is logged in on the page by an approved card or with the balance, without the screens of it: they have journeys of
 * their own. Its tickets are electronic unless another delivery was chosen before.
 */
export async function payOff(page: Page, { purchaseId }: Paid, { by = 'TARJETA' as 'TARJETA' | 'SALDO', delivery = 1 } = {}) {
  const purchase = `/v2/Proceso/${purchaseId}`;
  const { idEntregaTipo } = await ask(page, 'GET', purchase);
  if (!idEntregaTipo) await ask(page, 'POST', `${purchase}/EntregaTipo/Seleccionar`, { idEntregaTipo: delivery });
  const { Lista } = await ask(page, 'GET', `${purchase}/FormasDePago`);
  const method = Lista.find(({ cTipo }: { cTipo: string }) => cTipo === by);
  const { oTotal } = await ask(page, 'GET', purchase);
  const charged = await ask(page, 'POST', `${purchase}/Cobrar`, {
    nFormaDePago: method.nFormaDePago,
    fTotal: oTotal.fTotal,
    lAceptaTerminos: 'S',
    cCaptcha: await solvedCaptcha(page, 'PAGO'),
    ...(by === 'TARJETA' && (await cardOf(page, method))),
  });
  expect(charged).toMatchObject({ cResultado: 'APROBADO' });
  return { total: oTotal.fTotal as number };
}

/** An order of Hamlet that a new customer has paid by card, without the screens of it. */
export async function paidOrder(page: Page, quantity = 2, person = newcomer()): Promise<{ orderId: string }> {
  await logInAsNewcomer(page, undefined, person);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity });
  await payOff(page, { purchaseId });
  return { orderId: purchaseId };
}

/** Logs in as the organiser, for calls and for the office, whose log-in has journeys of its own. */
export async function enterOffice(office: Page) {
  await openSession(office, organiser);
  await office.evaluate(() => localStorage.setItem('butaca.office', localStorage.getItem('butaca.session') ?? ''));
}

/** Refunds all tickets of an order as balance, in the name of the organiser, who is logged in on the page; the amount as people read it. */
export async function refundAsBalance(office: Page, { purchaseId }: Paid) {
  const order = `/v2/Oficina/Operacion/${purchaseId}`;
  const { listaEntrada } = await ask(office, 'GET', order);
  const asked = { aEntrada: listaEntrada.map(({ oEntrada }: { oEntrada: { idEntrada: string } }) => oEntrada.idEntrada), cMedio: 'SALDO' };
  const { fDevuelve } = await ask(office, 'POST', `${order}/Devolucion/Calcular`, asked);
  await ask(office, 'POST', `${order}/Devolucion`, { ...asked, fDevuelve, cMotivo: 'Lo pidió por correo' });
  const amount = new Intl.NumberFormat('es-AR', { style: 'currency', currency: 'ARS', trailingZeroDisplay: 'stripIfInteger' });
  return { amount: amount.format(fDevuelve) };
}
