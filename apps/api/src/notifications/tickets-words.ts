import { formatMoney } from '@butaca/brand/money';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { type AddressedOrder, type DocumentBrand, longDate, partOf, priceTypeOnTicket } from '../orders/index.ts';
import { greetingOf } from './greeting.ts';

export interface EveningWords {
  readonly showName: string;
  readonly date: string;
  readonly venueName: string;
  readonly venueAddress: string | null;
  readonly places: readonly { readonly place: string; readonly priceType: string; readonly price: string }[];
  /** As `3 × Remera, M`, with how the buyer gets them. */
  readonly products: readonly { readonly product: string; readonly handover: string; readonly price: string }[];
}

/** The texts of the mail, shared by its HTML and plain-text parts. */
export interface TicketsWords {
  readonly subject: string;
  readonly greeting: string;
  readonly opening: string;
  readonly evenings: readonly EveningWords[];
  /** How many tickets are not listed; null when all are. */
  readonly more: string | null;
  /** Where a show asks for names: until when; null when none are missing. */
  readonly names: string | null;
  /** What was paid, and how. */
  readonly payment: readonly string[];
  readonly atTheDoor: { readonly title: string; readonly text: string };
  readonly action: string;
}

/** Tickets on paper, fetched or brought: nothing in the mail opens a door. */
export const isCollected = ({ delivery }: AddressedOrder): boolean => delivery !== null && delivery.kind !== 'eticket';

interface MailSettings {
  readonly brand: DocumentBrand;
  readonly cardName: (brand: string) => string;
  /** Whether the mail brings the tickets themselves. */
  readonly isAttached: boolean;
}

export function ticketsWords(whole: AddressedOrder, settings: MailSettings): TicketsWords {
  const order = partOf(whole, 1);
  const notListed = whole.tickets.length - order.tickets.length;
  const evenings = order.performances
    .map((performance) => eveningWords(order, performance, settings.brand))
    .filter(({ places, products }) => places.length + products.length > 0);
  const collected = isCollected(order);
  const shows = [...new Set(evenings.map(({ showName }) => showName))];
  if (whole.tickets.length === 0) return productsWords(order, evenings, settings);
  return {
    subject: `Tus entradas para ${new Intl.ListFormat(settings.brand.locale.price).format(shows)}`,
    greeting: greetingOf(order.buyer.firstName),
    opening: collected
      ? `Tu compra está confirmada. ${wayOfTickets(order)}`
      : settings.isAttached
        ? 'Tu compra está confirmada. Las entradas van adjuntas en un PDF, una por página.'
        : 'Tu compra está confirmada. Las entradas no entran en este correo: descargalas en PDF desde tu compra, con el botón de abajo.',
    evenings,
    more: notListed > 0 ? `Y ${notListed} entradas más, que están en tu compra.` : null,
    names: namesWords(whole),
    payment: paymentWords(order, settings),
    atTheDoor: collected
      ? handOverWords(order)
      : {
          title: 'En la puerta',
          text: 'Mostrá el código de cada entrada, impreso o en el teléfono. Cada código vale para un solo ingreso: entra quien lo presenta primero, así que no lo compartas.',
        },
    action: collected || settings.isAttached ? 'Ver mi compra' : 'Descargar mis entradas',
  };
}

/** Of an order without tickets. */
function productsWords(order: AddressedOrder, evenings: readonly EveningWords[], settings: MailSettings): TicketsWords {
  const isSent = order.products.some(({ handover }) => handover === 'with_order') && isCollected(order);
  const names = [...new Set(order.products.map(({ name }) => name))];
  return {
    subject: `Tu compra: ${new Intl.ListFormat(settings.brand.locale.price).format(names)}`,
    greeting: greetingOf(order.buyer.firstName),
    opening: 'Tu compra está confirmada. Estos son tus productos.',
    evenings,
    more: null,
    names: null,
    payment: paymentWords(order, settings),
    atTheDoor: {
      title: isSent ? 'Cómo te llegan' : 'Cómo retirarlos',
      text: `${isSent ? 'En tu compra ves por dónde van. Recibilos' : 'Retiralos en el lugar de la función'} con el documento con el que compraste y este número de operación: ${formatOrderNumber(order.number)}.`,
    },
    action: 'Ver mi compra',
  };
}

function wayOfTickets({ delivery }: AddressedOrder): string {
  if (delivery?.kind === 'home') return `Te llevamos las entradas a ${delivery.address ?? 'tu domicilio'}`.replace(/[^.]$/, '$&.');
  const point = delivery?.point;
  return point
    ? `Las entradas se retiran en ${point.name}, ${point.address}, ${point.city}.`
    : 'Las entradas te esperan en la boletería del lugar.';
}

function handOverWords({ delivery, number }: AddressedOrder): TicketsWords['atTheDoor'] {
  const needed = `con el documento con el que compraste y este número de operación: ${formatOrderNumber(number)}. Este correo no sirve para entrar.`;
  if (delivery?.kind === 'home') return { title: 'Cómo te llegan', text: `En tu compra ves cuándo salen. Recibilas ${needed}` };
  if (delivery?.kind !== 'point') return { title: 'Cómo retirarlas', text: `Acercate a la boletería antes de la función ${needed}` };
  const hours = delivery.point?.hours ? ` (${delivery.point.hours})` : '';
  return { title: 'Cómo retirarlas', text: `En tu compra ves cuándo están listas. Acercate${hours} ${needed}` };
}

/** The first end of those performances that still lack a name. */
function namesWords({ performances, tickets }: AddressedOrder): string | null {
  const asking = performances.filter(
    ({ id, nominations }) =>
      nominations?.isOpen &&
      tickets.some(({ performanceId, state, nomination }) => performanceId === id && state === 'valid' && !nomination),
  );
  const [first] = asking.sort((a, b) => (a.nominations?.untilMs ?? 0) - (b.nominations?.untilMs ?? 0));
  if (!first?.nominations) return null;
  const until = longDate(Temporal.Instant.fromEpochMilliseconds(first.nominations.untilMs), first.timeZone);
  return `${first.showName} pide el nombre y el documento de quien entra con cada entrada: cargalos desde tu compra hasta el ${until}.`;
}

function eveningWords(order: AddressedOrder, performance: AddressedOrder['performances'][number], brand: DocumentBrand): EveningWords {
  const { id, showName, startsAt, timeZone, venueName, venueAddress } = performance;
  const tickets = order.tickets.filter(({ performanceId, state }) => performanceId === id && state === 'valid');
  return {
    ...{ showName, venueName, venueAddress },
    date: longDate(startsAt, timeZone),
    places: tickets.map(({ sectorName, row, seat, final, ...ticket }) => ({
      place: [sectorName, row && `Fila ${row}`, seat && `Asiento ${seat}`].filter(Boolean).join(' · '),
      priceType: priceTypeOnTicket(ticket),
      price: priceWords(final, brand),
    })),
    products: order.products
      .filter(({ performanceId }) => performanceId === id)
      .map(({ name, variantName, quantity, handover, quote }) => ({
        product: `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`,
        handover: handover === 'with_order' && isCollected(order) ? 'Junto con las entradas' : 'Se retira en el lugar',
        price: priceWords(quote.final, brand),
      })),
  };
}

const priceWords = (amount: number, { locale }: DocumentBrand): string => (amount === 0 ? 'Sin cargo' : formatMoney(amount, locale));

function paymentWords({ number, totals, payment }: AddressedOrder, { brand: { locale, showsNet }, cardName }: MailSettings): string[] {
  const card =
    payment?.lastFour &&
    `${payment.brand ? cardName(payment.brand) : 'tarjeta'} terminada en ${payment.lastFour}${instalments(payment.instalments)}.`;
  const parts =
    payment &&
    payment.fromBalance > 0 &&
    `Pagaste ${formatMoney(payment.fromBalance, locale)} con tu saldo y ${formatMoney(totals.total - payment.fromBalance, locale)} con ${card || 'tarjeta.'}`;
  return [
    totals.total === 0 ? 'Sin cargo' : `Total: ${formatMoney(totals.total, locale)}`,
    ...(totals.delivery > 0 ? [`Incluye ${formatMoney(totals.delivery, locale)} de entrega.`] : []),
    ...(totals.financing ? [`Incluye ${formatMoney(totals.financing, locale)} de costo de financiación.`] : []),
    ...(showsNet && totals.total > 0 ? [`Precio sin impuestos nacionales: ${formatMoney(totals.net, locale)}`] : []),
    ...(parts ? [parts] : card ? [`Pagaste con ${card}`] : []),
    `Número de operación: ${formatOrderNumber(number)}`,
  ];
}

const instalments = (count: number) => (count > 1 ? `, en ${count} cuotas` : '');
