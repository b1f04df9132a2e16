import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../apps/api/src/db/connect.ts';

/** Addresses whose mailbox the mail server does not know. */
export const NO_MAILBOX = '@no-existe.example';

/** What may become of a payment after its buyer's click (docs/rehearsal.md#what-becomes-of-payments). */
const ACTS = [
  'confirmed after a review',
  'confirmed later',
  'never confirmed',
  'called off and paid otherwise',
  'called off while it was confirmed',
  'paid in two tabs',
  'given back there whole',
  'given back there in part',
  'charged back',
  'paid by one whose mailbox refuses',
] as const;
export type Act = (typeof ACTS)[number];

/** Counts each where it took place: those that only the tables know are read from there. */
export class Acts {
  readonly #counts = new Map<Act, number>();

  saw(act: Act): void {
    this.#counts.set(act, (this.#counts.get(act) ?? 0) + 1);
  }

  async count(db: Db): Promise<ReadonlyMap<Act, number>> {
    const [row] = await db<{ reviewed: number; refused: number }[]>`
      select (select count(*)::integer from attempt_event
               where kind = 'settled' and facts ->> 'from' = 'pending' and facts ->> 'to' = 'approved'
                 and reference in (select reference from attempt where provider = 'payway')) as reviewed,
             (select count(*)::integer from purchase join customer on customer.id = customer_id
               where stage = 'paid' and email like ${`%${NO_MAILBOX}`}) as refused`;
    const { reviewed = 0, refused = 0 } = row ?? {};
    const counts = new Map(this.#counts).set('confirmed after a review', reviewed).set('paid by one whose mailbox refuses', refused);
    return new Map(ACTS.map((act) => [act, counts.get(act) ?? 0]));
  }

  /** Waits until each has taken place, but not for ever. */
  async complete(db: Db, withinMs: number): Promise<void> {
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(500)) {
      if ([...(await this.count(db)).values()].every((times) => times > 0)) return;
    }
  }
}
