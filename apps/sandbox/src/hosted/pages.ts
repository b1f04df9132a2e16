import { type Html, html, page } from '../page.ts';
import type { Order, OrderState } from './orders.ts';
import type { Decision, HostedProvider } from './provider.ts';
import type { HostedSwitches } from './switches.ts';

const SHOWN = 20;
const time = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
});

function amountOf({ amount, currency }: Pick<Order, 'amount' | 'currency'>): string {
  return new Intl.NumberFormat('es-AR', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount / 100);
}

const states: Readonly<Record<OrderState, string>> = {
  waiting: 'Espera',
  expired: 'Vencido',
  cancelled: 'Cancelado',
  approved: 'Aprobado',
  declined: 'Rechazado',
  pending: 'Pendiente',
  refunded: 'Devuelto',
};

const answers: readonly (readonly [Decision | 'closed', string])[] = [
  ['approved', 'Pagar'],
  ['pending', 'Dejarlo pendiente'],
  ['declined', 'Rechazar'],
  ['cancelled', 'Cancelar'],
  ['closed', 'Cerrar sin contestar'],
];

const simulation = (title: string) => html`
  <p class="lead">Esto es una simulación de ${title}. No se mueve dinero y no hace falta ninguna cuenta.</p>`;

/** The provider's own page, or what its app shows on the phone. */
export function payerPage({ character: { title, where } }: HostedProvider, order: Order, lastTry: 'declined' | null): string {
  const offered = answers.filter(([value]) => value !== 'pending' || !order.isInstant);
  return page({
    title,
    body: html`
      <h1>${where === 'phone' ? `${title} en el teléfono` : `Pagar con ${title}`}</h1>
      ${simulation(title)}
      ${lastTry ? html`<p role="alert">El pago anterior fue rechazado. Se puede probar de nuevo.</p>` : ''}
      <dl>
        <dt>Importe</dt><dd><strong>${amountOf(order)}</strong></dd>
        <dt>Concepto</dt><dd>${order.description}</dd>
        <dt>Referencia del comercio</dt><dd><code>${order.reference}</code></dd>
      </dl>
      <form method="post" class="answers">
        ${offered.map(([value, label]) => html`<button name="do" value="${value}">${label}</button> `)}
      </form>`,
  });
}

/** What a person sees whose window does not go back to the shop. */
export function donePage({ character: { title } }: HostedProvider, sentence: string): string {
  return page({ title, body: html`<h1>${sentence}</h1>${simulation(title)}` });
}

export const decided: Readonly<Record<Decision | 'closed', string>> = {
  approved: 'Pagaste. Volvé a la compra.',
  declined: 'El pago fue rechazado. Volvé a la compra.',
  cancelled: 'Cancelaste el pago. Volvé a la compra.',
  pending: 'El pago quedó pendiente. Volvé a la compra.',
  closed: 'Cerraste sin contestar: el comercio no se entera.',
};

/** What the provider was asked for, and its switches. */
export function providerPage(provider: HostedProvider): string {
  const { name, title } = provider.character;
  const orders = provider.orders.newestFirst();
  const now = provider.clock.now();
  const made = provider.paymentsMade();
  return page({
    title,
    body: html`
      <h1>${title}</h1>
      ${simulation(title)}
      <h2>Pagos</h2>
      ${
        orders.length === 0
          ? html`<p class="empty">Todavía no se pidió nada.</p>`
          : html`<div class="wide" tabindex="0" role="region" aria-label="Pagos"><table>
              <thead><tr><th>Momento</th><th>Estado</th><th class="figure">Importe</th><th>Referencia</th></tr></thead>
              <tbody>${made.slice(0, SHOWN).map(
                (payment) => html`<tr>
                  <td>${time.format(payment.madeAt)}</td>
                  <td><a href="/${name}/pay/${payment.id}">${states[payment.state]}</a></td>
                  <td class="figure">${amountOf(payment)}</td>
                  <td><code>${payment.reference}</code></td>
                </tr>`,
              )}</tbody>
            </table></div>
            ${made.length > SHOWN ? html`<p class="meta">Y ${made.length - SHOWN} más.</p>` : ''}`
      }
      <h2>Qué sale mal</h2>
      <p class="meta">Se cambia con <code>PUT /${name}/control</code>; para el proveedor son las ${time.format(now)}.</p>
      ${switchList(provider.switches)}`,
  });
}

const switchList = (switches: HostedSwitches): Html =>
  html`<dl>${Object.entries(switches).map(([name, value]) => html`<dt><code>${name}</code></dt><dd>${String(value)}</dd>`)}</dl>`;
