import { type Html, html, page } from '../page.ts';
import type { Arca } from './arca.ts';
import { voucherTypeOf } from './codes.ts';
import type { readQr } from './qr.ts';
import type { Control } from './switches.ts';
import type { Voucher } from './vouchers.ts';

const SHOWN = 20;
const money = new Intl.NumberFormat('es-AR', { style: 'currency', currency: 'ARS' });
const time = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
});
const dateOf = (day: string) => `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)}`;

/** Each button sends what a test would send to `/arca/control`. */
const buttons: readonly { readonly label: string; readonly body: Partial<Control> }[] = [
  { label: 'Perder la próxima respuesta', body: { loseAnswers: { times: 1, method: 'FECAESolicitar' } } },
  { label: 'Perder el próximo pedido', body: { loseRequests: { times: 1, method: 'FECAESolicitar' } } },
  { label: 'Rechazar el próximo pedido', body: { rejectNext: { code: 10015, times: 1, where: 'observations' } } },
  { label: 'Observar el próximo pedido', body: { observeNext: { code: 10217, message: 'Observación de prueba.', times: 1 } } },
  { label: 'Contestar 501 una vez', body: { failNext: { code: 501, times: 1, method: 'FECAESolicitar' } } },
  { label: 'Contestar con 2 s de demora', body: { delayMs: 2000 } },
  { label: 'Cortar WSFEv1', body: { wsfe: 'cut' } },
  { label: 'WSFEv1 con 503', body: { wsfe: 'unavailable' } },
  { label: 'WSAA con 503', body: { wsaa: 'unavailable' } },
  { label: 'Vencer los tickets', body: { expireTickets: true } },
  { label: 'Una factura B ajena en el punto 5', body: { insertVoucher: { pointOfSale: 5, type: 6, totalCents: 100_000 } } },
  { label: 'Adelantar el reloj diez días', body: { clockOffsetDays: 10 } },
  { label: 'Reloj en hora', body: { clockOffsetDays: 0 } },
  { label: 'Que todo ande bien', body: { reset: 'switches' } },
  { label: 'Empezar de nuevo, sin comprobantes', body: { reset: 'all' } },
];

/** What a button of the page asks for. */
export function buttonsBody(form: unknown): unknown {
  const pressed = Number((form as { button?: string } | null)?.button);
  return buttons[pressed]?.body ?? null;
}

/** Vouchers, buttons for faults, and what is switched on. */
export function arcaPage(arca: Arca): string {
  const vouchers = arca.vouchers.newestFirst();
  const { now, ...state } = arca.state();
  return page({
    title: 'ARCA',
    body: html`
      <h1>ARCA</h1>
      <p class="lead">Una simulación de la factura electrónica: da tickets (WSAA) y autoriza comprobantes (WSFEv1) con las reglas del
        organismo, y falla cuando se le pide (docs/sandbox.md). Nada de lo que autoriza tiene valor fiscal.</p>
      <p class="meta">CUIT ${arca.issuer}, puntos de venta ${arca.pointsOfSale.join(', ')}. Para ARCA son las ${time.format(new Date(now))}.</p>
      <h2>Comprobantes</h2>
      ${vouchers.length === 0 ? html`<p class="empty">Todavía no se autorizó ninguno.</p>` : voucherList(vouchers)}
      <h2>Qué sale mal</h2>
      <form method="post" action="/arca/control">
        ${buttons.map(({ label }, index) => html`<button name="button" value="${index}">${label}</button> `)}
      </form>
      <pre>${JSON.stringify(state, null, 1)}</pre>`,
  });
}

const voucherList = (vouchers: readonly Voucher[]): Html => html`
  <div class="wide" tabindex="0" role="region" aria-label="Comprobantes"><table>
    <thead><tr><th>Comprobante</th><th>Número</th><th>Fecha</th><th class="figure">Total</th><th>Receptor</th><th>CAE</th><th>Observaciones</th></tr></thead>
    <tbody>${vouchers.slice(0, SHOWN).map(
      ({ pointOfSale, type, from, to, date, cae, detail, observations }) => html`
      <tr>
        <td>${voucherTypeOf(type)?.name ?? type}</td>
        <td>${String(pointOfSale).padStart(5, '0')}-${String(from).padStart(8, '0')}${to === from ? '' : ` a ${to}`}</td>
        <td>${dateOf(date)}</td>
        <td class="figure">${money.format(detail.ImpTotal / 100)}</td>
        <td>${detail.DocTipo === 99 ? 'sin identificar' : `${detail.DocTipo} ${detail.DocNro}`}</td>
        <td><code>${cae}</code></td>
        <td>${observations.map(({ code }) => code).join(', ')}</td>
      </tr>`,
    )}</tbody>
  </table></div>
  ${vouchers.length > SHOWN ? html`<p class="meta">Y ${vouchers.length - SHOWN} más.</p>` : ''}`;

/** Where the QR of a printed voucher leads. */
export const qrPage = ({ fields, differences, cae }: NonNullable<ReturnType<typeof readQr>>): string =>
  page({
    title: 'Código QR de un comprobante',
    body: html`
      <h1>${verdictOf(differences, cae)}</h1>
      <div class="wide" tabindex="0" role="region" aria-label="Datos del código"><table>
        <thead><tr><th>Dato</th><th>En el código</th><th>En el comprobante</th></tr></thead>
        <tbody>${fields.map(
          ({ key, told, right }) => html`
          <tr><td>${key}</td><td>${shown(told)}</td><td>${shown(right)}${differences.includes(key) ? ' ✗' : ''}</td></tr>`,
        )}</tbody>
      </table></div>`,
  });

function verdictOf(differences: readonly string[], cae: string | null): string {
  if (cae === null) return 'No hay un comprobante con estos datos';
  return differences.length === 0 ? 'El código coincide con el comprobante' : `El código no coincide: ${differences.join(', ')}`;
}

/** As JSON, where a number in quotes shows its quotes. */
const shown = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value));
