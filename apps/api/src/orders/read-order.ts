import type { Db } from '#db/connect';
import { findOrders, findPerformances, type OrderPerformance, type OrderRow } from './queries.ts';

/** A paid purchase with its tickets: what is printed, mailed and shown of it. Its id is its purchase's. */
export interface OrderRecord extends OrderRow {
  readonly performances: readonly OrderPerformance[];
}

/** Orders in the order of their ids; a purchase that is not paid is none. */
export async function readOrders(db: Db, ids: readonly string[]): Promise<OrderRecord[]> {
  const rows = new Map((await findOrders(db, ids)).map((row) => [row.id, row]));
  const wanted = new Set([...rows.values()].flatMap(({ tickets }) => tickets.map(({ performanceId }) => performanceId)));
  const performances = wanted.size === 0 ? [] : await findPerformances(db, [...wanted]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const own = new Set(row.tickets.map(({ performanceId }) => performanceId));
    return [{ ...row, performances: performances.filter((performance) => own.has(performance.id)) }];
  });
}

/** Undefined when it is not paid. */
export const readOrder = async (db: Db, id: string): Promise<OrderRecord | undefined> => (await readOrders(db, [id]))[0];
