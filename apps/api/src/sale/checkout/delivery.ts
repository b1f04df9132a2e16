import type { DeliveryType } from '@butaca/contract';
import type { Db } from '#db/connect';
import { quote } from '../../catalogue/index.ts';
import { type DeliveryRow, findDeliveryTypes } from './queries-checkout.ts';

/** Per order, in minor units, taxes included. */
interface DeliveryPrice {
  readonly amount: number;
  readonly net: number;
}

interface Delivery {
  readonly active: boolean;
  readonly price: DeliveryPrice;
  readonly type: DeliveryType;
}

/** Delivery types by id, in display order. */
type Deliveries = ReadonlyMap<number, Delivery>;

/** Changes are seen after this long. */
const FRESH_MS = 5000;
const NO_DELIVERY: DeliveryPrice = { amount: 0, net: 0 };

/** How tickets reach their buyers: few, seldom changed, and read whenever something is priced. */
export class DeliveryTypes {
  readonly #db: Db;
  readonly #displayUnit: number;
  #read: { readonly at: number; readonly deliveries: Promise<Deliveries> } | undefined;

  constructor(db: Db, displayUnit: number) {
    this.#db = db;
    this.#displayUnit = displayUnit;
  }

  /** Those that can be chosen. */
  async offered(): Promise<DeliveryType[]> {
    return [...(await this.#deliveries()).values()].filter(({ active }) => active).map(({ type }) => type);
  }

  async offers(id: number): Promise<boolean> {
    return (await this.#find(id))?.active ?? false;
  }

  /** Nothing while none is chosen; one that is no longer offered keeps its price. */
  async priceOf(id: number | null): Promise<DeliveryPrice> {
    return (id === null ? undefined : await this.#find(id))?.price ?? NO_DELIVERY;
  }

  /** One that is not known may be new, and is looked for again. */
  async #find(id: number): Promise<Delivery | undefined> {
    const askedAt = Date.now();
    return (await this.#deliveries()).get(id) ?? (await this.#deliveries(askedAt - 1)).get(id);
  }

  /** As they were read, once for all that ask, later than `oldest`. */
  #deliveries(oldest = Date.now() - FRESH_MS): Promise<Deliveries> {
    if (this.#read && this.#read.at > oldest) return this.#read.deliveries;
    const read = { at: Date.now(), deliveries: this.#readAll() };
    this.#read = read;
    // After a failure the next call reads again.
    read.deliveries.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return read.deliveries;
  }

  async #readAll(): Promise<Deliveries> {
    return new Map((await findDeliveryTypes(this.#db)).map((row) => [row.id, deliveryOf(row, this.#displayUnit)]));
  }
}

function deliveryOf({ id, kind, name, description, price, taxRate, active }: DeliveryRow, displayUnit: number): Delivery {
  const { final, net } = quote([{ faceValue: price, taxRate, charges: [], quantity: 1 }], displayUnit);
  return {
    active,
    price: { amount: final, net },
    type: { id, kind, name, ...(description === null ? {} : { description }), price: final },
  };
}
