import { type Address, type DeliveryType, type InputOf, provinceName, Refusal, type selectDelivery as selectCall } from '@butaca/contract';
import type { Db } from '#db/connect';
import { quote } from '../../catalogue/index.ts';
import { type DeliveryRow, findDeliveryTypes, type ZoneRow } from './queries-checkout.ts';

/** Per order, in minor units, taxes included. */
interface DeliveryPrice {
  readonly amount: number;
  readonly net: number;
  /** Basis points. */
  readonly taxRate: number;
}

interface Delivery {
  readonly row: DeliveryRow;
  readonly price: DeliveryPrice;
  /** Of zones that are offered no more, too: who has chosen one keeps its price. */
  readonly zonePrices: ReadonlyMap<number, DeliveryPrice>;
  readonly type: DeliveryType;
}

/** Delivery types by id, in display order. */
type Deliveries = ReadonlyMap<number, Delivery>;

/** What a buyer has chosen, checked. */
export interface ChosenDelivery {
  readonly typeId: number;
  readonly pointId: number | null;
  readonly zoneId: number | null;
  /** The copy that is written on the parcel. */
  readonly address: { readonly id: string; readonly text: string } | null;
}

/** Changes are seen after this long. */
const FRESH_MS = 5000;
const NO_DELIVERY: DeliveryPrice = { amount: 0, net: 0, taxRate: 0 };
const HOUR_MS = 3_600_000;

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
    return [...(await this.#deliveries()).values()].filter(isOffered).map(({ type }) => type);
  }

  async offers(id: number): Promise<boolean> {
    const delivery = await this.find(id);
    return delivery !== undefined && isOffered(delivery);
  }

  /** Nothing while none is chosen; one that is no longer offered keeps its price. */
  async priceOf(id: number | null, zoneId: number | null = null): Promise<DeliveryPrice> {
    const delivery = id === null ? undefined : await this.find(id);
    return (zoneId === null ? delivery?.price : delivery?.zonePrices.get(zoneId)) ?? NO_DELIVERY;
  }

  /** How long before the first performance it is offered no more, in milliseconds; null: until the end of the sale. */
  async closesBefore(id: number): Promise<number | null> {
    const hours = (await this.find(id))?.row.closesHours ?? null;
    return hours === null ? null : hours * HOUR_MS;
  }

  /** One that is not known may be new, and is looked for again. */
  async find(id: number): Promise<Delivery | undefined> {
    const askedAt = performance.now();
    return (await this.#deliveries()).get(id) ?? (await this.#deliveries(askedAt - 1)).get(id);
  }

  /** As they were read, once for all that ask, later than `oldest`. */
  #deliveries(oldest = performance.now() - FRESH_MS): Promise<Deliveries> {
    if (this.#read && this.#read.at > oldest) return this.#read.deliveries;
    const read = { at: performance.now(), deliveries: this.#readAll() };
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

/** One that needs a place to go to is offered while it has one. */
const isOffered = ({ row: { active, kind }, type }: Delivery): boolean =>
  active && (kind !== 'point' || (type.points?.length ?? 0) > 0) && (kind !== 'home' || (type.zones?.length ?? 0) > 0);

function deliveryOf(row: DeliveryRow, displayUnit: number): Delivery {
  const priced = (faceValue: number): DeliveryPrice => {
    const { final, net } = quote([{ faceValue, taxRate: row.taxRate, charges: [], quantity: 1 }], displayUnit);
    return { amount: final, net, taxRate: row.taxRate };
  };
  const zonePrices = new Map(row.zones.map((zone) => [zone.id, priced(zone.price)]));
  const amountOf = ({ id }: ZoneRow) => zonePrices.get(id)?.amount ?? 0;
  const zones = row.zones.filter(({ active }) => active);
  const points = row.points.filter(({ active }) => active);
  const price = priced(row.price);
  const { id, kind, name, description } = row;
  return {
    row,
    price,
    zonePrices,
    type: {
      ...{ id, kind, name },
      ...(description === null ? {} : { description }),
      price: kind === 'home' && zones.length > 0 ? Math.min(...zones.map(amountOf)) : price.amount,
      ...(kind === 'point' && {
        points: points.map(({ hours, active: _, ...point }) => ({ ...point, ...(hours === null ? {} : { hours }) })),
      }),
      ...(kind === 'home' && { zones: zones.map((zone) => ({ name: zone.name, price: amountOf(zone) })) }),
    },
  };
}

type Wanted = InputOf<typeof selectCall>['body'];
type Field = keyof Wanted;

/** What was asked for, or why it is not to be had; `invalid` names the field. */
export function chosenDelivery(
  { row }: Pick<Delivery, 'row'>,
  { pointId, addressId }: Wanted,
  addresses: readonly Address[],
  invalid: (field: Field, reason: 'missing' | 'invalid') => Refusal,
): ChosenDelivery {
  const chosen = { typeId: row.id, pointId: null, zoneId: null, address: null };
  if (row.kind !== 'point' && pointId !== undefined) throw invalid('pointId', 'invalid');
  if (row.kind !== 'home' && addressId !== undefined) throw invalid('addressId', 'invalid');
  if (row.kind === 'point') {
    if (pointId === undefined) throw invalid('pointId', 'missing');
    if (!row.points.some(({ id, active }) => active && id === pointId)) throw invalid('pointId', 'invalid');
    return { ...chosen, pointId };
  }
  if (row.kind !== 'home') return chosen;
  if (addressId === undefined) throw invalid('addressId', 'missing');
  const address = addresses.find(({ id }) => id === addressId);
  if (!address) throw invalid('addressId', 'invalid');
  const zone = row.zones.find((each) => each.active && isIn(each, address));
  if (!zone) throw new Refusal('delivery_unavailable', { reason: 'zone' });
  return { ...chosen, zoneId: zone.id, address: { id: address.id, text: addressText(address) } };
}

const isIn = ({ country, provinces, postcodes }: ZoneRow, address: Address): boolean =>
  country === address.country &&
  (provinces.length === 0 || provinces.includes(address.province)) &&
  (postcodes.length === 0 || postcodes.some((start) => address.postcode.startsWith(start)));

/** In one line, as it is written on a parcel: `Mitre 40, piso 2, dto. B, Posadas, Misiones, N3300. Timbre roto`. */
function addressText({ street, number, floor, department, location, country, province, postcode, reference }: Address): string {
  const parts = [
    `${street} ${number}`,
    floor && `piso ${floor}`,
    department && `dto. ${department}`,
    location,
    provinceName(country, province),
    postcode,
  ];
  return [parts.filter(Boolean).join(', '), reference].filter(Boolean).join('. ');
}
