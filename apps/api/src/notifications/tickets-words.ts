import { formatMoney } from '@butaca/brand/money';
import { mapPage } from '@butaca/contract/pages';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { type AddressedOrder, type DocumentBrand, longDate, partOf, priceText, priceTypeOnTicket, ticketNumber } from '../orders/index.ts';
import { textsOf } from '../texts/index.ts';
import { greetingOf } from './greeting.ts';
import { languageOf, listed, type Sender, wordsOf } from './sender.ts';

export interface EveningWords {
  readonly performanceId: number;
  readonly showName: string;
  readonly date: string;
  /** When it was to be, in the mail about its move; null in every other. */
  readonly movedFrom: string | null;
  readonly venueName: string;
  readonly venueAddress: string | null;
  readonly places: readonly PlaceWords[];
  /** As `3 × Remera, M`, with how the buyer gets them. */
  readonly products: readonly { readonly product: string; readonly handover: string; readonly price: string }[];
}

interface PlaceWords {
  readonly ticketId: string;
  readonly place: string;
  readonly priceType: string;
  readonly price: string;
  /** For people, to read out; null where the tickets are on paper. */
  readonly number: string | null;
}

interface Amount {
  readonly label: string;
  readonly amount: string;
}

/** Of each venue once. */
interface WayWords {
  readonly venueName: string;
  /** Its address, and what the venue says of the way. */
  readonly lines: readonly string[];
  readonly map: { readonly label: string; readonly url: string } | null;
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
  /** What it costs, by reason, as the order's page says it; of what cost nothing the total alone. */
  readonly charges: readonly Amount[];
  readonly total: Amount;
  /** How it was paid, the order's number and the like. */
  readonly payment: readonly string[];
  /** Empty where nothing is known but the venue's name. */
  readonly ways: readonly WayWords[];
  readonly wayTitle: string;
  readonly atTheDoor: { readonly title: string; readonly text: string };
  readonly action: string;
}

/** Tickets on paper, fetched or brought: nothing in the mail opens a door. */
export const isCollected = ({ delivery }: AddressedOrder): boolean => delivery !== null && delivery.kind !== 'eticket';

/**
 * Its tickets stand for others that were sent before: for those of other places, or for all that were issued anew; or they are the same, of a
 * performance that has moved.
 */
export type TicketsBefore = 'changed' | 'reissued' | 'moved' | null;

interface MailSettings {
  readonly sender: Sender;
  readonly brand: DocumentBrand;
  readonly cardName: (brand: string) => string;
  /** Whether the mail brings the tickets themselves. */
  readonly isAttached: boolean;
  readonly before: TicketsBefore;
}

export function ticketsWords(whole: AddressedOrder, settings: MailSettings): TicketsWords {
  const { sender, before } = settings;
  const t = wordsOf(sender);
  const order = partOf(whole, 1);
  const notListed = whole.tickets.length - order.tickets.length;
  const evenings = order.performances
    .map((performance) => eveningWords(order, performance, settings))
    .filter(({ places, products }) => places.length + products.length > 0);
  const collected = isCollected(order);
  const shows = listed(
    evenings.map(({ showName }) => showName),
    sender,
  );
  if (whole.tickets.length === 0) return productsWords(order, evenings, settings);
  return {
    subject: t(before === null ? 'tickets.subject' : `tickets.subject.${before}`, { shows }),
    greeting: greetingOf(order.buyer.firstName, sender),
    opening: `${t(before === null ? 'tickets.confirmed' : `tickets.${before}`)} ${
      collected ? wayOfTickets(order, sender) : t(settings.isAttached ? 'tickets.attached' : 'tickets.notAttached')
    }`,
    evenings,
    more: notListed > 0 ? t('tickets.more', { count: notListed }) : null,
    names: namesWords(whole, sender),
    ...costWords(whole, settings),
    ...wayWords(order, sender),
    atTheDoor: collected ? handOverWords(order, sender) : { title: t('tickets.door'), text: t('tickets.door.text') },
    action: t(collected || settings.isAttached ? 'seeOrder' : 'tickets.download'),
  };
}

/** Of an order without tickets. */
function productsWords(order: AddressedOrder, evenings: readonly EveningWords[], settings: MailSettings): TicketsWords {
  const { sender } = settings;
  const t = wordsOf(sender);
  const isSent = order.products.some(({ handover }) => handover === 'with_order') && isCollected(order);
  const number = formatOrderNumber(order.number);
  return {
    subject: t('products.subject', {
      names: listed(
        order.products.map(({ name }) => name),
        sender,
      ),
    }),
    greeting: greetingOf(order.buyer.firstName, sender),
    opening: t('products.opening'),
    evenings,
    more: null,
    names: null,
    ...costWords(order, settings),
    ...wayWords(order, sender),
    atTheDoor: isSent
      ? { title: t('tickets.sent'), text: t('products.sent.text', { number }) }
      : { title: t('products.pickUp'), text: t('products.pickUp.text', { number }) },
    action: t('seeOrder'),
  };
}

function wayOfTickets({ delivery }: AddressedOrder, sender: Sender): string {
  const t = wordsOf(sender);
  if (delivery?.kind === 'home')
    return t('tickets.toHome', { address: delivery.address ?? t('tickets.toHome.own') }).replace(/[^.]$/, '$&.');
  const point = delivery?.point;
  return point ? t('tickets.atPoint', { where: `${point.name}, ${point.address}, ${point.city}` }) : t('tickets.atBoxOffice');
}

function handOverWords({ delivery, number: plain }: AddressedOrder, sender: Sender): TicketsWords['atTheDoor'] {
  const t = wordsOf(sender);
  const number = formatOrderNumber(plain);
  if (delivery?.kind === 'home') return { title: t('tickets.sent'), text: t('tickets.sent.text', { number }) };
  if (delivery?.kind !== 'point') return { title: t('tickets.pickUp'), text: t('tickets.pickUp.boxOffice', { number }) };
  const hours = delivery.point?.hours;
  const text = hours ? t('tickets.pickUp.pointHours', { hours, number }) : t('tickets.pickUp.point', { number });
  return { title: t('tickets.pickUp'), text };
}

/** The first end of those performances that still lack a name. */
function namesWords({ performances, tickets }: AddressedOrder, sender: Sender): string | null {
  const asking = performances.filter(
    ({ id, nominations }) =>
      nominations?.isOpen &&
      tickets.some(({ performanceId, state, nomination }) => performanceId === id && state === 'valid' && !nomination),
  );
  const [first] = asking.sort((a, b) => (a.nominations?.untilMs ?? 0) - (b.nominations?.untilMs ?? 0));
  if (!first?.nominations) return null;
  const until = longDate(Temporal.Instant.fromEpochMilliseconds(first.nominations.untilMs), first.timeZone, languageOf(sender));
  return wordsOf(sender)('tickets.names', { show: first.showName, until });
}

function eveningWords(
  order: AddressedOrder,
  performance: AddressedOrder['performances'][number],
  { brand, sender, before }: MailSettings,
): EveningWords {
  const t = wordsOf(sender);
  const language = languageOf(sender);
  const { id, showName, startsAt, movedFrom, timeZone, venueName, venueAddress } = performance;
  const tickets = order.tickets.filter(({ performanceId, state }) => performanceId === id && state === 'valid');
  const price = (amount: number) => priceText(amount, { ...brand, language });
  return {
    ...{ performanceId: id, showName, venueName, venueAddress },
    date: longDate(startsAt, timeZone, language),
    movedFrom: before === 'moved' && movedFrom ? t('tickets.movedFrom', { date: longDate(movedFrom, timeZone, language) }) : null,
    places: tickets.map(({ sectorName, row, seat, final, ...ticket }) => ({
      ticketId: ticket.id,
      place: [sectorName, row && t('tickets.row', { row }), seat && t('tickets.seat', { seat })].filter(Boolean).join(' · '),
      priceType: priceTypeOnTicket(ticket, language),
      price: price(final),
      number: isCollected(order) ? null : ticketNumber(ticket.id),
    })),
    products: order.products
      .filter(({ performanceId }) => performanceId === id)
      .map(({ name, variantName, quantity, handover, quote }) => ({
        product: `${quantity} × ${[name, variantName].filter(Boolean).join(', ')}`,
        handover: t(handover === 'with_order' && isCollected(order) ? 'products.withTickets' : 'products.atVenue'),
        price: price(quote.final),
      })),
  };
}

function costWords(order: AddressedOrder, settings: MailSettings): Pick<TicketsWords, 'charges' | 'total' | 'payment'> {
  const { number, totals, payment, tickets } = order;
  const { locale, showsNet } = settings.brand;
  const t = wordsOf(settings.sender);
  const money = (minorUnits: number) => formatMoney(minorUnits, locale);
  const paid = payment && paidWords(payment, totals.total, settings);
  const lines: readonly (readonly [label: string, amount: number])[] = [
    [t('charges.tickets', { count: tickets.length }), totals.tickets],
    ...discountsOf(tickets),
    [t('charges.products'), totals.products],
    [t('charges.service'), totals.serviceCharge],
    [t('charges.qr'), totals.antiFraudQr],
    [t('charges.delivery'), totals.delivery],
    [t('charges.financing', { count: payment?.instalments ?? 1 }), totals.financing ?? 0],
  ];
  return {
    charges: lines.flatMap(([label, amount]) => (amount === 0 ? [] : { label, amount: amount < 0 ? `−${money(-amount)}` : money(amount) })),
    total: { label: t('charges.total'), amount: totals.total === 0 ? t('paid.free') : money(totals.total) },
    payment: [
      ...(showsNet && totals.total > 0 ? [t('paid.net', { amount: money(totals.net) })] : []),
      ...(paid ? [paid] : []),
      t('orderNumber', { number: formatOrderNumber(number) }),
    ],
  };
}

/** Each promotion once, with what it took off all tickets. */
const discountsOf = (tickets: AddressedOrder['tickets']) =>
  [...Map.groupBy(tickets, ({ promotion }) => promotion ?? '')].map(
    ([name, reduced]) => [name, -reduced.reduce((sum, { discount }) => sum + discount, 0)] as const,
  );

/** How to get to each venue of it. */
function wayWords({ performances }: AddressedOrder, sender: Sender): Pick<TicketsWords, 'ways' | 'wayTitle'> {
  const ofVenue = new Map(performances.map((performance) => [`${performance.venueName} ${performance.venueAddress}`, performance]));
  const map = wordsOf(sender)('way.map');
  return {
    wayTitle: textsOf(languageOf(sender)).tickets('wayThere'),
    ways: [...ofVenue.values()].flatMap(({ venueName, venueAddress, venueTransport }) =>
      venueAddress === null && venueTransport === null
        ? []
        : {
            venueName,
            lines: [...(venueAddress === null ? [] : [venueAddress]), ...(venueTransport?.split(/\n\s*\n/) ?? [])],
            map: venueAddress === null ? null : { label: map, url: mapPage(venueAddress) },
          },
    ),
  };
}

type Payment = NonNullable<AddressedOrder['payment']>;

/** By what it was paid; undefined when only the balance, or nothing, paid it. */
function paidWords(payment: Payment, total: number, { brand: { locale }, cardName, sender }: MailSettings): string | undefined {
  const t = wordsOf(sender);
  const named = ({ brand, lastFour }: Pick<Payment, 'brand' | 'lastFour'>) =>
    lastFour ? t('cardEnding', { card: brand ? cardName(brand) : t('card'), lastFour }) : t('card');
  const { instalments: count, firstCard, fromBalance } = payment;
  const inParts = payment.lastFour !== null && count > 1;
  const card = { card: named(payment), count };
  const first = firstCard?.amount ?? fromBalance;
  const parts = { ...card, first: formatMoney(first, locale), second: formatMoney(total - first, locale) };
  if (firstCard) return t(inParts ? 'paid.twoCards.instalments' : 'paid.twoCards', { ...parts, firstCard: named(firstCard) });
  if (fromBalance > 0) return t(inParts ? 'paid.balance.instalments' : 'paid.balance', parts);
  return payment.lastFour ? t(inParts ? 'paid.by.instalments' : 'paid.by', card) : undefined;
}
