import type { OfferedLanguages } from '@butaca/brand/languages';
import { type DocumentPromotion, LOWERED_AT_COUNTER, type PurchaseTotals, Refusal } from '@butaca/contract';
import { type ProductShelf, type Quote, quote, rounded, type SalePriceType } from '../catalogue/index.ts';
import { textsOf } from '../texts/index.ts';
import type { DeliveryTypes } from './checkout/delivery.ts';
import { priceTypeOf, type Stock, seatOf } from './live/stock.ts';
import { choosePromotions } from './promotions/combine-promotions.ts';
import { type Candidate, type Judged, judgePromotion, type KnownCard, type PromotionFacts } from './promotions/judge-promotions.ts';
import type {
  ChosenProduct,
  PlaceLabel,
  PricedProduct,
  PricedPurchase,
  PricedTicket,
  PromotionClaim,
  PurchaseRow,
} from './queries-purchases.ts';

export interface Prices {
  /** With the prices that were promised to a buyer who joined a waiting room at that moment. */
  readonly stockOf: (performanceId: number, promisedAtMs?: number | null) => Promise<Stock | null>;
  /** Minor units that every component is rounded to (CO-023). */
  readonly displayUnit: number;
  /** Whether different tickets of a performance may be reduced by different promotions (FL-008). */
  readonly mixesPromotions: boolean;
  readonly languages: OfferedLanguages;
  readonly deliveries: Pick<DeliveryTypes, 'priceOf'>;
  readonly products: Pick<ProductShelf, 'find'>;
}

type Unpriced = Pick<PurchaseRow, 'priced' | 'holds' | 'channel' | 'deliveryTypeId' | 'deliveryZoneId' | 'claims' | 'products'> &
  Partial<Pick<PurchaseRow, 'counterPrice'>>;

/** What a purchase costs: the sum of its tickets' components, discounts of promotions among them, its products, and its delivery. The screen, the charge and the ledger all ask here. */
export async function pricePurchase(row: Unpriced, prices: Prices, card: CardTerms | null = null): Promise<PricedPurchase> {
  return row.priced ?? priceNow(row, prices, card);
}

/** The card that a purchase is to be paid with, as promotions judge it. */
export interface CardTerms extends KnownCard {
  /** By promotion with a limit, tickets that it may still reduce for this card and this person. */
  readonly left: ReadonlyMap<number, number>;
}

async function priceNow(row: Unpriced, prices: Prices, card: CardTerms | null): Promise<PricedPurchase> {
  const judged = await judgeHolds(row, prices, card);
  const most = row.counterPrice ?? null;
  const tickets = judged.flatMap(({ stock, seats, terms, applied }) => {
    const priced = priceSeats(stock, seats, terms, applied);
    return most === null
      ? priced
      : priced.map((ticket, index) => lowered(ticket, seats[index] as PricedSeat, { most, languages: prices.languages, ...terms }));
  });
  const products = row.products ? await Promise.all(row.products.map((product) => priceProduct(product, prices))) : [];
  const delivery = needsDelivery(row) ? await prices.deliveries.priceOf(row.deliveryTypeId, row.deliveryZoneId) : NOTHING;
  return {
    ...{ tickets, totals: totalsOf(tickets, products, delivery) },
    ...(products.length > 0 ? { products } : {}),
    ...(delivery.amount > 0 ? { deliveryTaxRate: delivery.taxRate } : {}),
  };
}

const NOTHING = { amount: 0, net: 0, taxRate: 0 };

/** What is fetched at the venue alone needs no delivery. */
export const needsDelivery = ({ holds, products }: Pick<PurchaseRow, 'holds' | 'products'>): boolean =>
  holds.length > 0 || products === null || products.some(({ withOrder }) => withOrder);

/** No promotion or charge of tickets touches a product: its price is its own. */
async function priceProduct({ withOrder: _, ...chosen }: ChosenProduct, { products, displayUnit }: Prices): Promise<PricedProduct> {
  const found = await products.find(chosen.variantId);
  if (!found) throw new Refusal('not_on_sale');
  const { product, variant } = found;
  return {
    ...chosen,
    ...{ name: product.name, variantName: variant.name, handover: product.handover },
    quote: quote([{ faceValue: variant.price, taxRate: variant.taxRate, charges: [], quantity: chosen.quantity }], displayUnit),
  };
}

/** What a clerk's price is called wherever discounts are named. */
const loweredPrice = (most: number, { language }: OfferedLanguages) => ({
  id: LOWERED_AT_COUNTER,
  name: textsOf(language).answers(most === 0 ? 'price.givenAway' : 'price.lowered'),
});

/** A ticket for what a clerk said that it costs, charges included; one that costs no more than that stays as it is. */
function lowered(
  ticket: PricedTicket,
  { type }: PricedSeat,
  { most, displayUnit, languages }: { readonly most: number; readonly displayUnit: number; readonly languages: OfferedLanguages },
): PricedTicket {
  const listPrice = ticket.quote.final;
  if (listPrice <= most) return ticket;
  const discount = Math.max(0, rounded(type.faceValue, displayUnit) - most);
  return {
    ...ticket,
    listPrice,
    promotion: loweredPrice(most, languages),
    quote: quote([{ ...type, charges: [], discount, quantity: 1 }], displayUnit),
  };
}

interface JudgedHold {
  readonly stock: Stock;
  readonly seats: readonly PricedSeat[];
  readonly terms: Terms;
  readonly judged: readonly Judged[];
  /** Those that reduce its tickets, each some of them. */
  readonly applied: readonly Judged[];
}

/** What promotions do to the places of a purchase, performance by performance, in the order of their ids: a use with a limit is used up in that order. */
export async function judgeHolds(
  { holds, channel, claims }: Pick<Unpriced, 'holds' | 'channel' | 'claims'>,
  prices: Pick<Prices, 'stockOf' | 'displayUnit' | 'mixesPromotions'>,
  card: CardTerms | null = null,
): Promise<JudgedHold[]> {
  const left = new Map([...claimsLeft(claims), ...(card?.left ?? [])]);
  const all: JudgedHold[] = [];
  for (const { performanceId, placeIds, priceTypeIds, promisedAtMs } of holds) {
    const stock = await prices.stockOf(performanceId, promisedAtMs);
    if (!stock) throw new Error(`performance ${performanceId} has holds and sells no places`);
    const seats = seatsOf(stock, placeIds, priceTypeIds);
    const terms = { channel, displayUnit: prices.displayUnit, claims: new Map(left), card, mixes: prices.mixesPromotions };
    const { judged, applied } = judgeSeats(stock, seats, terms);
    for (const { promotion, discounts } of applied) {
      const most = left.get(promotion.id);
      if (most !== undefined) left.set(promotion.id, most - discounts.size);
    }
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

/** What each promotion of a performance would do to these places, and those that apply; none, and no work, where it has none. */
export function judgeSeats(
  { sale: { promotions } }: Stock,
  seats: readonly PricedSeat[],
  terms: Terms,
): Pick<JudgedHold, 'judged' | 'applied'> {
  if (promotions.length === 0) return { judged: [], applied: [] };
  const tickets = ticketsOf(seats, terms.displayUnit);
  const judged = promotions.map((promotion) => judgePromotion(promotion, tickets, terms));
  return { judged, applied: choosePromotions(judged, tickets, terms) };
}

const ticketsOf = (seats: readonly PricedSeat[], displayUnit: number): Candidate[] =>
  seats.map(({ placeId, type, label }) => ({
    placeId,
    sectorId: label.sectorId,
    priceTypeName: type.name,
    face: rounded(type.faceValue, displayUnit),
  }));

/** Whether a performance has promotions that ask for a code. */
export const asksCode = ({ sale: { promotions } }: Stock): boolean =>
  promotions.some(({ needsCode, perDocument }) => needsCode && perDocument === null);

/** The promotions of a purchase that ask for documents, and would reduce some of its tickets if they were given. */
export async function documentPromotionsOf(
  { holds, channel, claims }: Pick<Unpriced, 'holds' | 'channel' | 'claims'>,
  { stockOf, displayUnit, mixesPromotions: mixes }: Pick<Prices, 'stockOf' | 'displayUnit' | 'mixesPromotions'>,
): Promise<DocumentPromotion[]> {
  const found = new Map<number, DocumentPromotion>();
  for (const { performanceId, placeIds, priceTypeIds, promisedAtMs } of holds) {
    const stock = await stockOf(performanceId, promisedAtMs);
    const asking = stock?.sale.promotions.filter(({ perDocument }) => perDocument !== null) ?? [];
    if (!stock || asking.length === 0) continue;
    const tickets = ticketsOf(seatsOf(stock, placeIds, priceTypeIds), displayUnit);
    const given = new Map(asking.map(({ id }) => [id, Number.POSITIVE_INFINITY]));
    for (const promotion of asking) {
      const { discounts } = judgePromotion(promotion, tickets, { channel, displayUnit, claims: given, card: null, mixes });
      if (discounts.size === 0) continue;
      const { id, name, note } = promotion;
      found.set(id, {
        ...{ id, name, ...(note === null ? {} : { note }) },
        ticketCount: (found.get(id)?.ticketCount ?? 0) + discounts.size,
        documentCount: claims?.find(({ promotionId }) => promotionId === id)?.mostTickets ?? 0,
      });
    }
  }
  return [...found.values()];
}

/** The tickets of one performance, with what promotions take off them. */
export const priceSeats = (stock: Stock, seats: readonly PricedSeat[], terms: Terms, all: readonly Judged[]): PricedTicket[] =>
  seats.map(({ placeId, type, label }) => {
    const applied = all.find(({ discounts }) => discounts.has(placeId));
    const discount = applied?.discounts.get(placeId) ?? 0;
    return {
      performanceId: stock.sale.performanceId,
      placeId,
      priceTypeId: type.id,
      priceTypeName: type.name,
      ...label,
      ...(applied && discount > 0 ? { promotion: soldBy(applied.promotion) } : {}),
      quote: discount > 0 ? quoteWith(stock, type, terms, discount) : quoteOf(stock, type, terms),
    };
  });

const soldBy = ({ id, name, perDocument }: Judged['promotion']) => ({ id, name, ...(perDocument === null ? {} : { asksDocument: true }) });

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

function totalsOf(
  tickets: readonly PricedTicket[],
  products: readonly PricedProduct[],
  delivery: { readonly amount: number; readonly net: number },
): PurchaseTotals {
  const sums: Record<Kind, number> = { ticket: 0, discount: 0, service: 0, anti_fraud_qr: 0 };
  let net = delivery.net + products.reduce((sum, product) => sum + product.quote.net, 0);
  for (const { quote: ticket } of tickets) {
    for (const { kind, amount } of ticket.components) sums[kind] += amount;
    net += ticket.net;
  }
  const amounts = {
    tickets: sums.ticket,
    serviceCharge: sums.service,
    antiFraudQr: sums.anti_fraud_qr,
    delivery: delivery.amount,
    products: products.reduce((sum, product) => sum + product.quote.final, 0),
    discounts: sums.discount,
  };
  return { ...amounts, total: Object.values(amounts).reduce((sum, amount) => sum + amount, 0), net };
}
