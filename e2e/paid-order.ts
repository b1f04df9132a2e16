import type { Page } from '@playwright/test';
import { cards, expiry } from './cards.ts';
import { ask, logInAsNewcomer, solvedCaptcha, take } from './purchases.ts';

/** An order of Hamlet that a new customer has paid by card, without the screens of it. */
export async function paidOrder(page: Page, quantity = 2): Promise<{ orderId: string }> {
  const person = await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity });
  const purchase = `/v2/Proceso/${purchaseId}`;
  const { Lista } = await ask(page, 'GET', `${purchase}/FormasDePago`);
  const { nFormaDePago, cUrlToken, cClavePublica } = Lista.find(({ cTipo }: { cTipo: string }) => cTipo === 'TARJETA');
  const [month, year] = expiry.good.split('/');
  const answer = await page.request.post(cUrlToken, {
    headers: { apikey: cClavePublica },
    data: {
      card_number: cards.approved,
      card_expiration_month: month,
      card_expiration_year: year,
      security_code: '123',
      card_holder_name: 'Julia Paredes',
      card_holder_identification: { type: 'dni', number: person.document },
    },
  });
  const { id: cToken, bin: cBin, last_four_digits: cUltimosCuatro } = await answer.json();
  const deliveries = await ask(page, 'GET', `${purchase}/TiposDeEntrega`);
  const { idEntregaTipo } = deliveries.Lista.find(({ cTipo }: { cTipo: string }) => cTipo === 'ETICKET');
  const { oTotal } = await ask(page, 'POST', `${purchase}/EntregaTipo/Seleccionar`, { idEntregaTipo });
  const { cResultado } = await ask(page, 'POST', `${purchase}/Cobrar`, {
    ...{ nFormaDePago, cToken, cBin, cUltimosCuatro, nCuotas: 1, fTotal: oTotal.fTotal },
    ...{ cTitular: 'Julia Paredes', cTipoDeDocumento: 'DNI', cDocumento: person.document, cEmail: person.email },
    ...{ lAceptaTerminos: 'S', cCaptcha: await solvedCaptcha(page, 'PAGO') },
  });
  if (cResultado !== 'APROBADO') throw new Error(`the payment was answered with ${cResultado}`);
  return { orderId: purchaseId };
}
