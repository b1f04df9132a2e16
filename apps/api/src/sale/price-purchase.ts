import { LOWERED_AT_COUNTER, type PurchaseTotals, Refusal } from '@butaca/contract';
import { type Quote, quote, rounded, type SalePriceType } from '../catalogue/index.ts';
import type { DeliveryTypes } from './checkout/delivery.ts';
import { priceTypeOf, type Stock, seatOf } from './live/stock.ts';
import { bestPromotion, type Judged, judgePromotion, type PromotionFacts } from './promotions/judge-promotions.ts';
import type { PlaceLabel, PricedPurchase, PricedTicket, PromotionClaim, PurchaseRow } from './queries-purchases.ts';

export interface Prices {
  readonly stockOf: (performanceId: number) => Promise<Stock | null>;
  /** Minor units that every component is rounded to (CO-023). */
  readonly displayUnit: number;
  readonly deliveries: Pick<DeliveryTypes, 'priceOf'>;
}

type Unpriced = Pick<PurchaseRow, 'priced' | 'holds' | 'channel' | 'deliveryTypeId' | 'deliveryZoneId' | 'claims'> &
  Partial<Pick<PurchaseRow, 'counterPrice'>>;

/** What a purchase costs: the sum of its tickets' components, discounts of promotions among them, and its delivery. The screen, the charge and the ledger all ask here. */
export async function pricePurchase(row: Unpriced, prices: Prices): Promise<PricedPurchase> {
  return row.priced ?? priceNow(row, prices);
}

async function priceNow(row: Unpriced, prices: Prices): Promise<PricedPurchase> {
  const judged = await judgeHolds(row, prices);
  const most = row.counterPrice ?? null;
  const tickets = judged.flatMap(({ stock, seats, terms, applied }) => {
    const priced = priceSeats(stock, seats, terms, applied);
    return most === null ? priced : priced.map((ticket, index) => lowered(ticket, seats[index] as PricedSeat, { most, ...terms }));
  });
  return { tickets, totals: totalsOf(tickets, await prices.deliveries.priceOf(row.deliveryTypeId, row.deliveryZoneId)) };
}

/** What a clerk's price is called wherever discounts are named. */
const LOWERED = { id: LOWERED_AT_COUNTER, name: 'Precio de boletería' };
const GIVEN_AWAY = { ...LOWERED, name: 'Invitación' };

/** A ticket for what a clerk said that it costs, charges included; one that costs no more than that stays as it is. */
function lowered(
  ticket: PricedTicket,
  { type }: PricedSeat,
  { most, displayUnit }: { readonly most: number; readonly displayUnit: number },
): PricedTicket {
  const listPrice = ticket.quote.final;
  if (listPrice <= most) return ticket;
  const discount = Math.max(0, rounded(type.faceValue, displayUnit) - most);
  return {
    ...ticket,
    listPrice,
    promotion: most === 0 ? GIVEN_AWAY : LOWERED,
    quote: quote([{ ...type, charges: [], discount, quantity: 1 }], displayUnit),
  };
}

interface JudgedHold {
  readonly stock: Stock;
  readonly seats: readonly PricedSeat[];
  readonly terms: Terms;
  readonly judged: readonly Judged[];
  readonly applied: Judged | null;
}

/** What promotions do to the places of a purchase, performance by performance, in the order of their ids: a use with a limit is used up in that order. */
export async function judgeHolds(
  { holds, channel, claims }: Pick<Unpriced, 'holds' | 'channel' | 'claims'>,
  prices: Pick<Prices, 'stockOf' | 'displayUnit'>,
): Promise<JudgedHold[]> {
  const left = claimsLeft(claims);
  const all: JudgedHold[] = [];
  for (const { performanceId, placeIds, priceTypeIds } of holds) {
    const stock = await prices.stockOf(performanceId);
    if (!stock) throw new Error(`performance ${performanceId} has holds and sells no places`);
    const seats = seatsOf(stock, placeIds, priceTypeIds);
    const terms = { channel, displayUnit: prices.displayUnit, claims: new Map(left) };
    const judged = judgeSeats(stock, seats, terms);
    const applied = bestPromotion(judged);
    const most = applied && left.get(applied.promotion.id);
    if (applied && most) left.set(applied.promotion.id, most - applied.discounts.size);
    all.push({ stock, seats, terms, judged, applied });
  }
  return all;
}

/** How many tickets the uses of a purchase may reduce, by promotion. */
const claimsLeft = (claims: readonly PromotionClaim[] | null): Map<number, number> =>
  new Map((claims ?? []).map(({ promotionId, mostTickets }) => [promotionId, mostTickets ?? Number.POSITIVE_INFINITY]));

type Terms = PromotionFacts;

/** A place with its price. */
export interface PricedSeat {
  readonly placeId: number;
  readonly type: SalePriceType;
  readonly label: PlaceLabel;
}

/** Places of a performance with their prices; the price types are at the same positions. */
export const seatsOf = (stock: Stock, placeIds: readonly number[], priceTypeIds: readonly (number | undefined)[]): PricedSeat[] =>
  placeIds.map((placeId, index) => {
    const type = priceTypeOf(stock, placeId, priceTypeIds[index]);
    // Its price left the catalogue at the moment of the claim; the hold expires.
    if (!type) throw new Refusal('not_on_sale');
    return { placeId, type, label: placeLabel(stock, placeId) };
  });

/** What each promotion of a performance would do to these places; none, and no work, where it has none. */
export function judgeSeats({ sale: { promotions } }: Stock, seats: readonly PricedSeat[], terms: Terms): Judged[] {
  if (promotions.length === 0) return [];
  const tickets = seats.map(({ placeId, type, label }) => ({
    placeId,
    sectorId: label.sectorId,
    priceTypeName: type.name,
    face: rounded(type.faceValue, terms.displayUnit),
  }));
  return promotions.map((promotion) => judgePromotion(promotion, tickets, terms));
}

/** Whether a performance has promotions that ask for a code. */
export const asksCode = ({ sale: { promotions } }: Stock): boolean => promotions.some(({ needsCode }) => needsCode);

/** The tickets of one performance, with what a promotion takes off them. */
export const priceSeats = (stock: Stock, seats: readonly PricedSeat[], terms: Terms, applied: Judged | null): PricedTicket[] =>
  seats.map(({ placeId, type, label }) => {
    const discount = applied?.discounts.get(placeId) ?? 0;
    return {
      performanceId: stock.sale.performanceId,
      placeId,
      priceTypeId: type.id,
      priceTypeName: type.name,
      ...label,
      ...(applied && discount > 0 ? { promotion: { id: applied.promotion.id, name: applied.promotion.name } } : {}),
      quote: discount > 0 ? quoteWith(stock, type, terms, discount) : quoteOf(stock, type, terms),
    };
  });

/** The price of a purchase that is paid in instalments: their cost, in minor units, is a reason of its own and part of the total. */
export const withFinancing = (priced: PricedPurchase, cost: number): PricedPurchase =>
  cost === 0 ? priced : { ...priced, totals: { ...priced.totals, financing: cost, total: priced.totals.total + cost } };

/** Kept quotes of a stock's price types, by channel and unit. A stock never changes: it is replaced when its prices do. */
const quotes = new WeakMap<Stock, Map<string, Quote>>();

function quoteOf(stock: Stock, type: SalePriceType, { channel, displayUnit }: Terms): Quote {
  return quotes
    .getOrInsertComputed(stock, () => new Map())
    .getOrInsertComputed(`${type.id} ${channel} ${displayUnit}`, () =>
      quote([{ ...type, charges: stock.sale.charges[channel], quantity: 1 }], displayUnit),
    );
}

const quoteWith = (stock: Stock, type: SalePriceType, { channel, displayUnit }: Terms, discount: number): Quote =>
  quote([{ ...type, charges: stock.sale.charges[channel], discount, quantity: 1 }], displayUnit);

/** Where a place is, in the words that are printed. */
export function placeLabel(stock: Stock, placeId: number): PlaceLabel {
  const { sector, ...seat } = seatOf(stock, placeId);
  return { sectorId: sector?.id ?? 0, sectorName: sector?.name ?? '', ...seat };
}

type Kind = Quote['components'][number]['kind'];

function totalsOf(tickets: readonly PricedTicket[], delivery: { readonly amount: number; readonly net: number }): PurchaseTotals {
  const sums: Record<Kind, number> = { ticket: 0, discount: 0, service: 0, anti_fraud_qr: 0 };
  let net = delivery.net;
  for (const { quote: ticket } of tickets) {
    for (const { kind, amount } of ticket.components) sums[kind] += amount;
    net += ticket.net;
  }
  const amounts = {
    tickets: sums.ticket,
    serviceCharge: sums.service,
    antiFraudQr: sums.anti_fraud_qr,
    delivery: delivery.amount,
    products: 0,
    discounts: sums.discount,
  };
  return { ...amounts, total: Object.values(amounts).reduce((sum, amount) => sum + amount, 0), net };
}
