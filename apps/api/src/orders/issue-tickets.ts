import type { Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { insertTickets } from './queries.ts';

interface SoldPlace {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeId: number;
}

/** A ticket for each place, in the transaction that sells it; a place that has a valid one is refused by the database. */
export const issueTickets = (tx: Tx, places: readonly SoldPlace[]) =>
  insertTickets(
    tx,
    places.map((place) => ({ ...place, id: randomId() })),
  );
