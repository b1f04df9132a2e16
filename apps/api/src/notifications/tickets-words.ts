import { formatMoney } from '@butaca/brand/money';
import { type AddressedOrder, type DocumentBrand, longDate, partOf } from '../orders/index.ts';
import { greetingOf } from './greeting.ts';

export interface EveningWords {
  readonly showName: string;
  readonly date: string;
  readonly venueName: string;
  readonly venueAddress: string | null;
  readonly places: readonly { readonly place: string; readonly priceType: string; readonly price: string }[];
}

/** The texts of the mail, shared by its HTML and plain-text parts. */
export interface TicketsWords {
  readonly subject: string;
  readonly greeting: string;
  readonly opening: string;
  readonly evenings: readonly EveningWords[];
  /** How many tickets are not listed; null when all are. */
  readonly more: string | null;
  /** What was paid, and how. */
  readonly payment: readonly string[];
  readonly atTheDoor: { readonly title: string; readonly text: string };
  readonly action: string;
}

/** Places are handed out at the venue's box office: nothing in the mail opens a door. */
export const isCollected = ({ delivery }: AddressedOrder): boolean => delivery?.kind === 'box_office';

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
    .filter(({ places }) => places.length > 0);
  const collected = isCollected(order);
  const shows = [...new Set(evenings.map(({ showName }) => showName))];
  return {
    subject: `Tus entradas para ${new Intl.ListFormat(settings.brand.locale.price).format(shows)}`,
    greeting: greetingOf(order.buyer.firstName),
    opening: collected
      ? 'Tu compra está confirmada. Las entradas te esperan en la boletería del lugar.'
      : settings.isAttached
        ? 'Tu compra está confirmada. Las entradas van adjuntas en un PDF, una por página.'
        : 'Tu compra está confirmada. Las entradas no entran en este correo: descargalas en PDF desde tu compra, con el botón de abajo.',
    evenings,
    more: notListed > 0 ? `Y ${notListed} entradas más, que están en tu compra.` : null,
    payment: paymentWords(order, settings),
    atTheDoor: collected
      ? {
          title: 'Cómo retirarlas',
          text: `Acercate a la boletería antes de la función con el documento con el que compraste y este número de compra: ${order.id}. Este correo no sirve para entrar.`,
        }
      : {
          title: 'En la puerta',
          text: 'Mostrá el código de cada entrada, impreso o en el teléfono. Cada código vale para un solo ingreso: entra quien lo presenta primero, así que no lo compartas.',
        },
    action: collected || settings.isAttached ? 'Ver mi compra' : 'Descargar mis entradas',
  };
}

function eveningWords(order: AddressedOrder, performance: AddressedOrder['performances'][number], brand: DocumentBrand): EveningWords {
  const { id, showName, startsAt, timeZone, venueName, venueAddress } = performance;
  const tickets = order.tickets.filter(({ performanceId, state }) => performanceId === id && state === 'valid');
  return {
    ...{ showName, venueName, venueAddress },
    date: longDate(startsAt, timeZone),
    places: tickets.map(({ sectorName, row, seat, priceTypeName, final }) => ({
      place: [sectorName, row && `Fila ${row}`, seat && `Asiento ${seat}`].filter(Boolean).join(' · '),
      priceType: priceTypeName,
      price: formatMoney(final, brand.locale),
    })),
  };
}

function paymentWords({ totals, payment }: AddressedOrder, { brand: { locale, showsNet }, cardName }: MailSettings): string[] {
  const card =
    payment?.lastFour &&
    `Pagaste con ${payment.brand ? cardName(payment.brand) : 'tarjeta'} terminada en ${payment.lastFour}${instalments(payment.instalments)}.`;
  return [
    `Total: ${formatMoney(totals.total, locale)}`,
    ...(showsNet ? [`Precio sin impuestos nacionales: ${formatMoney(totals.net, locale)}`] : []),
    ...(card ? [card] : []),
  ];
}

const instalments = (count: number) => (count > 1 ? `, en ${count} cuotas` : '');
