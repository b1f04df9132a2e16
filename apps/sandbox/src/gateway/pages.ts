import { type Html, html, page } from '../page.ts';
import { methodName, methodOf, testCards } from './cards.ts';
import type { Gateway } from './gateway.ts';
import type { Switches } from './switches.ts';

type MadePayment = ReturnType<Gateway['paymentsMade']>[number];

const SHOWN = 20;
const time = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
});
/** Formats an amount in the currency's smallest coin. */
function amountOf(coins: number, currency: string): string {
  const money = new Intl.NumberFormat('es-AR', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return money.format(coins / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 0));
}

const states: Readonly<Record<MadePayment['status'], string>> = {
  approved: 'Aprobado',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  review: 'En revisión',
  approved_with_refund: 'Devuelto en parte',
  annulled: 'Anulado',
  refunded: 'Devuelto',
};

interface Shown {
  readonly now: number;
  readonly switches: Switches;
  readonly payments: readonly MadePayment[];
}

/** Payments, the switches for faults, and the test cards. */
export function controlPage({ now, switches, payments }: Shown): string {
  return page({
    title: 'Tarjetas',
    body: html`
      <h1>Tarjetas</h1>
      <p class="lead">Acá se cobran las tarjetas de prueba. Ninguna otra se aprueba, y ningún número se guarda.</p>
      <h2>Pagos</h2>
      ${payments.length === 0 ? html`<p class="empty">Todavía no se pagó nada. Comprá con una tarjeta de la lista y recargá esta página.</p>` : paymentList(payments)}
      <h2>Qué sale mal</h2>
      ${switchForm(switches)}
      <h2>Reloj</h2>
      ${clockForm(now)}
      <h2>Tarjetas de prueba</h2>
      <p class="meta">Con cualquier vencimiento futuro y cualquier código: cuatro cifras para American Express, tres para las demás.</p>
      ${cardList()}`,
  });
}

const paymentList = (payments: readonly MadePayment[]): Html => html`
  <div class="wide" tabindex="0" role="region" aria-label="Pagos"><table>
    <thead><tr><th>Momento</th><th>Estado</th><th class="figure">Importe</th><th class="figure">Cuotas</th><th>Tarjeta</th><th>Referencia</th></tr></thead>
    <tbody>${payments.slice(0, SHOWN).map(
      (payment) => html`
      <tr>
        <td>${time.format(payment.madeAt)}</td>
        <td>${states[payment.status]}${payment.refunded > 0 ? ` (${amountOf(payment.refunded, payment.currency)})` : ''}</td>
        <td class="figure">${amountOf(payment.amount, payment.currency)}</td>
        <td class="figure">${payment.installments}</td>
        <td>${methodName(payment.methodId)} ··${payment.lastFour}</td>
        <td><code>${payment.reference}</code></td>
      </tr>`,
    )}</tbody>
  </table></div>
  ${payments.length > SHOWN ? html`<p class="meta">Y ${payments.length - SHOWN} más.</p>` : ''}`;

const switchForm = (switches: Switches): Html => html`
  <form method="post" action="/gateway/control">
    ${tick('declineAll', 'Rechazar todo', switches)}
    ${tick('silent', 'Callar: no contesta pagos, consultas ni devoluciones, y no hace nada', switches)}
    ${figure('delayMs', 'Demora de cada pago, en ms', switches)}
    ${figure('loseAfterApproving', 'Próximos pagos que se hacen y cuya respuesta se pierde', switches)}
    ${figure('loseBeforeApproving', 'Próximos pagos que se pierden antes de llegar', switches)}
    ${figure('answerDuplicate', 'Próximos pagos que se hacen y se contestan como repetidos', switches)}
    ${figure('failNext', 'Próximos pagos que se contestan con un 503', switches)}
    ${figure('loseInstructions', 'Próximas preguntas del banco cuya respuesta se pierde', switches)}
    ${figure('loseRefunds', 'Próximas devoluciones que se hacen y cuya respuesta se pierde', switches)}
    ${tick('wrongAmount', 'Contar los pagos nuevos con un peso menos', switches)}
    ${tick('wrongCurrency', 'Contar los pagos nuevos en dólares', switches)}
    ${figure('slowMs', 'Cuánto tarda la tarjeta lenta, en ms', switches)}
    ${figure('silentMs', 'Cuánto dura el silencio, en ms', switches)}
    ${figure('reviewSeconds', 'Cuánto dura una revisión, en segundos', switches)}
    <button>Guardar</button>
  </form>`;

type Tick = 'declineAll' | 'silent' | 'wrongAmount' | 'wrongCurrency';

const tick = (name: Tick, label: string, switches: Switches): Html => html`
  <label><span>${label}</span><input type="checkbox" name="${name}" ${switches[name] ? 'checked' : ''}></label>`;

const figure = (name: Exclude<keyof Switches, Tick>, label: string, switches: Switches): Html => html`
  <label><span>${label}</span><input type="number" name="${name}" min="0" value="${switches[name]}"></label>`;

const clockForm = (now: number): Html => html`
  <form method="post" action="/gateway/control/advance">
    <p>Para la pasarela son las <b>${time.format(now)}</b>. Adelantarla termina revisiones, demoras y silencios.</p>
    <label><span>Adelantar, en segundos</span><input type="number" name="seconds" min="0" value="120"></label>
    <button>Adelantar</button>
  </form>`;

const cardList = (): Html => html`
  <div class="wide" tabindex="0" role="region" aria-label="Tarjetas de prueba"><table>
    <thead><tr><th>Número</th><th>Marca</th><th>Qué pasa</th></tr></thead>
    <tbody>${testCards.map(
      ({ number, what }) => html`
      <tr><td><code>${number}</code></td><td>${methodOf(number)?.name ?? ''}</td><td>${what}</td></tr>`,
    )}</tbody>
  </table></div>`;
