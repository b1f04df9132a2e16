import type { DeliveryType } from '@butaca/contract';
import type { Db } from '#db/connect';
import { quote } from '../../catalogue/index.ts';
import { type DeliveryRow, findDeliveryTypes } from './queries-checkout.ts';

/** What changes here is seen after this long. */
const FRESH_MS = 5000;

export interface DeliveryTypes {
  /** Those that can be chosen, in their order. */
  readonly offered: () => Promise<DeliveryType[]>;
  readonly offers: (id: number) => Promise<boolean>;
  /** Per order, in minor units, taxes included; nothing while none is chosen. One that is no longer offered keeps its price. */
  readonly priceOf: (id: number | null) => Promise<{ readonly amount: number; readonly net: number }>;
}

/** How tickets reach their buyers: few, seldom changed, and asked for whenever something is priced. */
export function deliveryTypes(db: Db, displayUnit: number): DeliveryTypes {
  let read: { readonly at: number; readonly rows: Promise<readonly DeliveryRow[]> } | undefined;
  const rows = (oldest = Date.now() - FRESH_MS) => {
    if (!read || read.at <= oldest) {
      const asked = { at: Date.now(), rows: findDeliveryTypes(db) };
      read = asked;
      // What could not be read is asked for again by the next one.
      asked.rows.catch(() => {
        if (read === asked) read = undefined;
      });
    }
    return read.rows;
  };
  /** One that is not known may be new. */
  const rowOf = async (id: number) => {
    const startedAt = Date.now();
    const isIt = (row: DeliveryRow) => row.id === id;
    return (await rows()).find(isIt) ?? (await rows(startedAt - 1)).find(isIt);
  };
  const priceOf = ({ price, taxRate }: DeliveryRow) => {
    const { final, net } = quote([{ faceValue: price, taxRate, charges: [], quantity: 1 }], displayUnit);
    return { amount: final, net };
  };
  return {
    offered: async () => (await rows()).filter(({ active }) => active).map((row) => present(row, priceOf(row).amount)),
    offers: async (id) => (await rowOf(id))?.active ?? false,
    priceOf: async (id) => {
      const row = id === null ? undefined : await rowOf(id);
      return row ? priceOf(row) : { amount: 0, net: 0 };
    },
  };
}

const present = ({ id, kind, name, description }: DeliveryRow, price: number): DeliveryType => ({
  id,
  kind,
  name,
  ...(description === null ? {} : { description }),
  price,
});
