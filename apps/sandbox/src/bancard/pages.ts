import { type Html, html, page } from '../page.ts';
import type { Bancard, FrameMessage, Process } from './bancard.ts';
import { testCards } from './test-cards.ts';

const SHOWN = 20;
const guaranies = (amount: string) =>
  new Intl.NumberFormat('es-PY', { style: 'currency', currency: 'PYG', currencyDisplay: 'narrowSymbol' }).format(Number(amount));

/** A page inside the shop's: no bar around it, and a script that speaks to the shop. */
const frame = (returnUrl: string, body: Html, end: Html = html``): string =>
  html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Bancard, una simulación</title>
<link rel="stylesheet" href="/bancard/frame.css">
</head>
<body data-shop="${new URL(returnUrl).origin}" ${end}><main>${body}</main><script src="/bancard/frame.js"></script></body>
</html>`.markup;

const simulation = html`<p class="note">Esto es una simulación de Bancard: no se mueve dinero y acá no se escriben tarjetas de verdad.</p>`;

const titles: Readonly<Record<Process['kind'], string>> = {
  single_buy: 'Pagar con tarjeta',
  charge: 'Tu banco te pide una confirmación',
  new_card: 'Guardar una tarjeta',
};
const verbs: Readonly<Record<Process['kind'], string>> = { single_buy: 'Pagar', charge: 'Confirmar', new_card: 'Guardar' };

/** What a person sees in the frame of a payment, of 3-D Secure, or of a card to be saved. */
export const framePage = (process: Process): string =>
  frame(
    process.returnUrl,
    html`
    <h1>${titles[process.kind]}</h1>
    ${simulation}
    ${process.owner ? '' : html`<p>Importe: <strong>${guaranies(process.amount)}</strong></p>`}
    <form method="post">
      ${process.card ? html`<p>Tarjeta ${process.card.brand} ${process.card.masked}</p>` : cardChoice}
      <div class="answers">
        <button name="do" value="approved">${verbs[process.kind]}</button>
        ${process.owner ? '' : html`<button name="do" value="declined" class="quiet">${process.card ? 'Fallar la verificación' : 'Rechazar'}</button>`}
        <button name="do" value="cancelled" class="quiet">Cancelar</button>
        <button name="do" value="closed" class="quiet">Cerrar sin contestar</button>
      </div>
    </form>`,
  );

const cardChoice = html`
  <fieldset>
    <legend>Tarjeta de prueba</legend>
    ${testCards.map(
      ({ number, brand, what }, index) => html`
      <label><input type="radio" name="number" value="${number}" ${index === 0 ? 'checked' : ''}>
        <span>${brand} terminada en ${number.slice(-4)}: ${what}</span></label>`,
    )}
  </fieldset>`;

/** What the frame shows when it is over; its script tells the page around it. */
export const frameEnd = ({ message, details, returnUrl }: FrameMessage): string =>
  frame(
    returnUrl,
    html`<h1>${details}</h1>${simulation}<p><a target="_top" href="${returnUrl}">Volver a la tienda</a></p>`,
    html`data-message="${message}" data-details="${details}" data-return-url="${returnUrl}"`,
  );

export const frameClosed = ({ returnUrl }: Process, sentence: string): string => frame(returnUrl, html`<h1>${sentence}</h1>${simulation}`);

/** Tells the page around the frame how high it is, and how it ended. Only the shop that the frame was made for hears it. */
export const frameScript = `// A simulation of Bancard's frames, for development and tests.
(() => {
  if (parent === window) return;
  const { shop, message, details, returnUrl } = document.body.dataset;
  const tell = (what) => parent.postMessage(what, shop);
  new ResizeObserver(() => tell({ iframeHeight: document.documentElement.offsetHeight })).observe(document.documentElement);
  if (message) tell({ message, details, return_url: returnUrl });
})();
`;

export const frameStyles = `
:root { --paper: #fff; --ink: #1b2430; --soft: #566070; --line: #c9d1dc; --link: #14509e }
@media (prefers-color-scheme: dark) { :root { --paper: #141a22; --ink: #e8edf4; --soft: #a9b4c4; --line: #3a4658; --link: #9cc4ff } }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
p { margin: 0 0 .75rem }
.note { color: var(--soft); font-size: .875rem }
fieldset { margin: 0 0 1rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem }
label { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem }
input { width: 1.25rem; height: 1.25rem; accent-color: var(--link); flex: none }
.answers { display: flex; flex-wrap: wrap; gap: .5rem }
button { min-height: 2.75rem; padding: .25rem 1rem; border: 1px solid var(--link); border-radius: .4rem; background: var(--link); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer }
button.quiet { background: transparent; color: var(--link) }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`;

const states: Readonly<Record<string, string>> = {
  waiting: 'Espera',
  approved: 'Aprobado',
  declined: 'Rechazado',
  rolled_back: 'Revertido',
};

/** What Bancard was asked for, its switches, and the test cards. */
export function bancardPage(bancard: Bancard): string {
  const made = bancard.paymentsMade();
  return page({
    title: 'Bancard',
    body: html`
      <h1>Bancard</h1>
      <p class="lead">Esto es una simulación de Bancard vPOS 2.0. No se mueve dinero y ningún número se guarda.</p>
      <h2>Pagos</h2>
      ${
        made.length === 0
          ? html`<p class="empty">Todavía no se pidió nada.</p>`
          : html`<div class="wide" tabindex="0" role="region" aria-label="Pagos"><table>
              <thead><tr><th>Número</th><th>Estado</th><th class="figure">Importe</th></tr></thead>
              <tbody>${made.slice(0, SHOWN).map(
                ({ shopProcessId, state, amount, code }) => html`
                <tr><td><code>${shopProcessId ?? ''}</code></td><td>${states[state] ?? ''}${code ? ` (${code})` : ''}</td><td class="figure">${guaranies(amount)}</td></tr>`,
              )}</tbody>
            </table></div>`
      }
      <h2>Qué sale mal</h2>
      <p class="meta">Se cambia con <code>PUT /bancard/control</code>.</p>
      <dl>${Object.entries(bancard.switches).map(([name, value]) => html`<dt><code>${name}</code></dt><dd>${String(value)}</dd>`)}</dl>
      <h2>Tarjetas de prueba</h2>
      <dl>${testCards.map(({ number, brand, what }) => html`<dt><code>${number}</code></dt><dd>${brand}: ${what}</dd>`)}</dl>`,
  });
}
