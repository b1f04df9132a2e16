import { type PurchaseTotals, Refusal } from '@butaca/contract';
import { quote } from '../../catalogue/index.ts';
import type { DeliveryTypes } from '../checkout/delivery-types.ts';
import { priceTypeOf, type Stock } from '../live/stock.ts';
import { placeLabel } from '../place-label.ts';
import type { PricedPurchase, PricedTicket, PurchaseRow } from '../queries.ts';

export interface Prices {
  readonly stockOf: (performanceId: number) => Promise<Stock | null>;
  /** Minor units that every component is rounded to (CO-023). */
  readonly displayUnit: number;
  readonly deliveries: Pick<DeliveryTypes, 'priceOf'>;
}

type Unpriced = Pick<PurchaseRow, 'priced' | 'holds' | 'channel' | 'deliveryTypeId'>;

/** What a purchase costs: the sum of its tickets' components and its delivery; screen, charge and ledger all ask here. */
export async function pricePurchase(row: Unpriced, prices: Prices): Promise<PricedPurchase> {
  return row.priced ?? priceNow(row, prices);
}

async function priceNow({ holds, channel, deliveryTypeId }: Unpriced, prices: Prices): Promise<PricedPurchase> {
  const tickets: PricedTicket[] = [];
  for (const { performanceId, placeIds, priceTypeIds } of holds) {
    const stock = await prices.stockOf(performanceId);
    if (!stock) throw new Error(`performance ${performanceId} is held and sells nothing`);
    placeIds.forEach((placeId, index) => {
      const type = priceTypeOf(stock, placeId, priceTypeIds[index]);
      // Claimed in the moment in which its price was taken out of the catalogue; it lapses.
      if (!type) throw new Refusal('not_on_sale');
      const ticket = quote([{ ...type, charges: stock.sale.charges[channel], quantity: 1 }], prices.displayUnit);
      tickets.push({
        performanceId,
        placeId,
        priceTypeId: type.id,
        priceTypeName: type.name,
        ...placeLabel(stock, placeId),
        quote: ticket,
      });
    });
  }
  return { tickets, totals: totalsOf(tickets, await prices.deliveries.priceOf(deliveryTypeId)) };
}

function totalsOf(tickets: readonly PricedTicket[], delivery: { readonly amount: number; readonly net: number }): PurchaseTotals {
  const components = tickets.flatMap(({ quote: { components } }) => components);
  const sumOf = (kind: (typeof components)[number]['kind']) =>
    components.reduce((sum, component) => sum + (component.kind === kind ? component.amount : 0), 0);
  const amounts = {
    tickets: sumOf('ticket'),
    serviceCharge: sumOf('service'),
    antiFraudQr: sumOf('anti_fraud_qr'),
    delivery: delivery.amount,
    products: 0,
    discounts: 0,
  };
  return {
    ...amounts,
    total: Object.values(amounts).reduce((sum, amount) => sum + amount, 0),
    net: components.reduce((sum, { net }) => sum + net, delivery.net),
  };
}
