import { type PurchaseTotals, Refusal } from '@butaca/contract';
import { type Quote, quote, type SalePriceType } from '../catalogue/index.ts';
import type { DeliveryTypes } from './checkout/delivery.ts';
import { priceTypeOf, type Stock, seatOf } from './live/stock.ts';
import type { Channel, PlaceLabel, PricedPurchase, PricedTicket, PurchaseRow } from './queries-purchases.ts';

export interface Prices {
  readonly stockOf: (performanceId: number) => Promise<Stock | null>;
  /** Minor units that every component is rounded to (CO-023). */
  readonly displayUnit: number;
  readonly deliveries: Pick<DeliveryTypes, 'priceOf'>;
}

type Unpriced = Pick<PurchaseRow, 'priced' | 'holds' | 'channel' | 'deliveryTypeId'>;

/** What a purchase costs: the sum of its tickets' components and its delivery. The screen, the charge and the ledger all ask here. */
export async function pricePurchase(row: Unpriced, prices: Prices): Promise<PricedPurchase> {
  return row.priced ?? priceNow(row, prices);
}

async function priceNow({ holds, channel, deliveryTypeId }: Unpriced, prices: Prices): Promise<PricedPurchase> {
  const tickets: PricedTicket[] = [];
  for (const { performanceId, placeIds, priceTypeIds } of holds) {
    const stock = await prices.stockOf(performanceId);
    if (!stock) throw new Error(`performance ${performanceId} has holds and sells no places`);
    placeIds.forEach((placeId, index) => {
      const type = priceTypeOf(stock, placeId, priceTypeIds[index]);
      // Its price left the catalogue at the moment of the claim; the hold expires.
      if (!type) throw new Refusal('not_on_sale');
      tickets.push({
        performanceId,
        placeId,
        priceTypeId: type.id,
        priceTypeName: type.name,
        ...placeLabel(stock, placeId),
        quote: quoteOf(stock, type, { channel, displayUnit: prices.displayUnit }),
      });
    });
  }
  return { tickets, totals: totalsOf(tickets, await prices.deliveries.priceOf(deliveryTypeId)) };
}

/** Kept quotes of a stock's price types, by channel and unit. A stock never changes: it is replaced when its prices do. */
const quotes = new WeakMap<Stock, Map<string, Quote>>();

function quoteOf(stock: Stock, type: SalePriceType, { channel, displayUnit }: { channel: Channel; displayUnit: number }): Quote {
  return quotes
    .getOrInsertComputed(stock, () => new Map())
    .getOrInsertComputed(`${type.id} ${channel} ${displayUnit}`, () =>
      quote([{ ...type, charges: stock.sale.charges[channel], quantity: 1 }], displayUnit),
    );
}

/** Where a place is, in the words that are printed. */
export function placeLabel(stock: Stock, placeId: number): PlaceLabel {
  const { sector, ...seat } = seatOf(stock, placeId);
  return { sectorId: sector?.id ?? 0, sectorName: sector?.name ?? '', ...seat };
}

type Kind = Quote['components'][number]['kind'];

function totalsOf(tickets: readonly PricedTicket[], delivery: { readonly amount: number; readonly net: number }): PurchaseTotals {
  const sums: Record<Kind, number> = { ticket: 0, service: 0, anti_fraud_qr: 0 };
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
    discounts: 0,
  };
  return { ...amounts, total: Object.values(amounts).reduce((sum, amount) => sum + amount, 0), net };
}
