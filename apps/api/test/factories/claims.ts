import type { Db } from '../../src/db/connect.ts';
import { ClaimQueue } from '../../src/sale/claim/claim-queue.ts';
import { Crowds } from '../../src/sale/claim/crowds.ts';
import type { ClaimLimits } from '../../src/sale/claim/limits.ts';
import { LivePerformances } from '../../src/sale/live/performances.ts';
import type { Watch } from '../../src/watch/watch.ts';
import { silent } from './watch.ts';

/** The brand's, but for what one customer may have in all: tests that are about something else have few customers. */
export const LIMITS: ClaimLimits = {
  minutes: 12,
  graceSeconds: 5,
  mostPlaces: 10,
  mostInPurchase: 30,
  mostPerCustomer: 1000,
  mostUnpaid: 1000,
  mostUnpaidOfClerk: 1000,
  mostPurchases: 3,
};

/** One process that claims places, without its HTTP. */
export function claimingProcess(db: Db, limits: ClaimLimits = LIMITS, watch: Watch = silent) {
  const live = new LivePerformances(db, watch);
  return { db, limits, live, watch, claims: new ClaimQueue({ db, live, limits, watch, crowds: new Crowds('secret') }) };
}

type Statement = (strings: TemplateStringsArray, ...values: unknown[]) => unknown;

/**
 * The same database, each of whose statements, fragments and those inside transactions included, passes through `through`: what it
 * answers instead of undefined takes the statement's place.
 */
export function tapped(real: Db, through: (text: string, values: readonly unknown[], empty: () => unknown) => unknown): Db {
  const tap = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      apply(sql, self, args: [TemplateStringsArray, ...unknown[]]) {
        const [text, ...values] = args;
        const empty = () => (sql as unknown as Statement)``;
        const instead = Array.isArray(text) ? through(text.join('?'), values, empty) : undefined;
        return instead ?? Reflect.apply(sql as unknown as Statement, self, args);
      },
      get(sql, name) {
        if (name !== 'begin') return Reflect.get(sql, name);
        return (work: (tx: object) => unknown) => (sql as unknown as Db).begin((tx) => work(tap(tx)));
      },
    });
  return tap(real);
}
