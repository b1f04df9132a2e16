import type { VenueMap } from '@butaca/venue-map';
import { butacaDemo } from '../../../../demo/butaca/index.ts';
import type { Demo } from '../../../../demo/demo.ts';
import type { Db, Tx } from '../../src/db/connect.ts';

const ROWS = 4;
/** Of the hall. */
export const PLACES = ROWS * 10;

const hall = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Salita',
  size: { width: 20, height: 20 },
  focal: { x: 10, y: 0 },
  categories: [{ id: 'platea', name: 'Platea' }],
  sections: [
    {
      id: 'A',
      label: 'Platea',
      kind: 'seated',
      rows: Array.from({ length: ROWS }, (_, index) => ({
        label: String(index + 1),
        category: 'platea',
        count: 10,
        curve: { type: 'line', from: { x: 1, y: 4 + index }, to: { x: 19, y: 4 + index } } as const,
      })),
    },
  ],
});

const SHOWS = ['se-corto-la-luz', 'la-gaviota', 'perdon-por-la-tardanza'];
const { deliveries: _, products: __, ...butaca } = butacaDemo;

/** Three shows in a hall of forty seats: one every evening of a single week, one for months, and one that is announced. */
export const smallDemo: Demo = {
  ...butaca,
  venues: [
    {
      ...{ slug: 'salita', name: 'Salita', address: 'Calle 1', city: 'Buenos Aires', province: 'Buenos Aires', postcode: '1000' },
      timeZone: butaca.timeZone,
      map: hall,
    },
  ],
  shows: butaca.shows.filter(({ slug }) => SHOWS.includes(slug)).map((show) => ({ ...show, venue: 'salita', hasGallery: false })),
  runs: {
    'se-corto-la-luz': { weeks: [0, 0], slots: [[[1, 2, 3, 4, 5, 6, 7], '22:00']], soldOut: [0], demand: 0.6 },
    'la-gaviota': { weeks: [0, 7], slots: [[[4, 5, 6, 7], '20:00']], demand: 0.6 },
    'perdon-por-la-tardanza': { weeks: [1, 2], slots: [[[6], '18:00']], onSaleInDays: 4, demand: 0.4 },
  },
};

/** Places, holds and tickets that do not fit together. Expired holds are swept before. */
export const findFaults = (db: Db) => db`
  with taken as (
    select performance_id, purchase_id, state, unnest(place_ids) as place_id from hold
  )
  select 'sold without a valid ticket' as what, performance_id, place_id from place
   where state = 'sold' and not exists (select from ticket where (ticket.performance_id, ticket.place_id, ticket.purchase_id, ticket.state)
                                                               = (place.performance_id, place.place_id, place.purchase_id, 'valid'))
  union all
  select 'a ticket for a place that is not sold', performance_id, place_id from ticket
   where state = 'valid' and not exists (select from place where (place.performance_id, place.place_id, place.purchase_id, place.state)
                                                               = (ticket.performance_id, ticket.place_id, ticket.purchase_id, 'sold'))
  union all
  select 'taken twice', performance_id, place_id from taken group by performance_id, place_id having count(*) > 1
  union all
  select 'a hold of a place that is another’s', performance_id, place_id from taken
   where not exists (select from place where (place.performance_id, place.place_id, place.purchase_id, place.state)
                                           = (taken.performance_id, taken.place_id, taken.purchase_id, taken.state))`;

/** The database of a process that is killed before its next statement but so many: none after that reaches the database. */
export function dyingAfter(db: Db, statements: number): { readonly db: Db; readonly sent: () => number } {
  let sent = 0;
  const dying = <Sql extends Db | Tx>(sql: Sql): Sql =>
    new Proxy(sql, {
      apply(target, self, given: unknown[]) {
        if (Array.isArray(given[0]) && 'raw' in given[0]) {
          if (sent >= statements) throw new Error('killed');
          sent += 1;
        }
        return Reflect.apply(target, self, given);
      },
      get: (target, name) =>
        name === 'begin'
          ? (work: (tx: Tx) => Promise<unknown>) => (target as Db).begin((tx) => work(dying(tx)))
          : Reflect.get(target, name),
    });
  return { db: dying(db), sent: () => sent };
}
