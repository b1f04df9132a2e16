import { type FramedPage, framed, messageScript, questionPage, scriptTag } from '../bank-page.ts';
import { type Html, html, page } from '../page.ts';
import type { Challenge } from './authentications.ts';
import { cybersourceCards } from './cards.ts';
import type { Cybersource } from './cybersource.ts';
import type { CybersourceSwitches } from './switches.ts';

/** Nothing to see: says to the page around it that it has looked at the device, as Cardinal's does. */
export function devicePage(referenceId: string): FramedPage {
  const said = JSON.stringify({ MessageType: 'profile.completed', 'Session Id': referenceId, Status: true });
  const script = messageScript(said);
  return framed(
    page({
      title: 'Simulación',
      framed: true,
      body: html`<p>Simulación de la recolección de datos del dispositivo.</p>${scriptTag(script)}`,
    }),
    script,
  );
}

/** The bank's question to its customer. */
export const challengePage = (
  { id, totalAmount, currency, token }: Challenge,
  { answerUrl, md }: { readonly answerUrl: string; readonly md: string },
) => questionPage({ amount: `${totalAmount} ${currency}`, lastFour: token.lastFour, answerUrl, fields: { id, MD: md } });

/** Sends the buyer back to the shop, as Cardinal does: a form that sends itself, with a button where scripts are off. */
export function returnPage({ id, returnUrl }: Challenge, md: string): FramedPage {
  const script = 'document.forms[0].submit()';
  return framed(
    page({
      title: 'Volver',
      framed: true,
      body: html`
        <h1>Listo</h1>
        <p class="lead">Simulación: ahora se vuelve a la tienda.</p>
        <form method="post" action="${returnUrl}">
          <input type="hidden" name="TransactionId" value="${id}"><input type="hidden" name="MD" value="${md}">
          <button>Volver a la tienda</button>
        </form>
        ${scriptTag(script)}`,
    }),
    script,
    // A form's answer may be a redirection.
    new URL(returnUrl).origin,
  );
}

/** Payments, the switches that are on and the test cards. */
export function cybersourcePage({
  switches,
  paymentsMade,
}: {
  readonly switches: CybersourceSwitches;
  readonly paymentsMade: ReturnType<Cybersource['paymentsMade']>;
}): string {
  return page({
    title: 'Cybersource',
    body: html`
      <h1>Cybersource</h1>
      <p class="lead">Una simulación: cobra tarjetas de prueba con 3-D Secure, y falla cuando se le pide (docs/sandbox.md).</p>
      <h2>Pagos</h2>
      ${paymentsMade.length === 0 ? html`<p class="empty">Todavía no se pagó nada.</p>` : paymentList(paymentsMade)}
      <h2>Qué sale mal</h2>
      <pre>${JSON.stringify(switches, null, 1)}</pre>
      <h2>Tarjetas de prueba</h2>
      <div class="wide" tabindex="0" role="region" aria-label="Tarjetas de prueba"><table>
        <thead><tr><th>Número</th><th>Qué pasa</th></tr></thead>
        <tbody>${cybersourceCards.map(({ number, what }) => html`<tr><td><code>${number}</code></td><td>${what}</td></tr>`)}</tbody>
      </table></div>`,
  });
}

const paymentList = (payments: ReturnType<Cybersource['paymentsMade']>): Html => html`
  <div class="wide" tabindex="0" role="region" aria-label="Pagos"><table>
    <thead><tr><th>Qué</th><th>Estado</th><th class="figure">Importe</th><th>Tarjeta</th><th>Referencia</th></tr></thead>
    <tbody>${payments.slice(0, 20).map(
      ({ kind, status, cents, currency, lastFour, code }) => html`
      <tr><td>${kind === 'refund' ? 'Devolución' : 'Pago'}</td><td>${status}</td><td class="figure">${(cents / 100).toFixed(2)} ${currency}</td>
        <td>··${lastFour}</td><td><code>${code}</code></td></tr>`,
    )}</tbody>
  </table></div>`;
