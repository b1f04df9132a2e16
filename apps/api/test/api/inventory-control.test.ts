import { afterAll, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect, type Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { claimPlaces, type Option } from '../../src/sale/claim/claim-places.ts';
import type { ClaimRequest } from '../../src/sale/claim/judge.ts';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { claimingProcess, LIMITS, tapped } from '../factories/claims.ts';
import { haveCustomer, haveSale } from '../factories/purchase.ts';

/** Two processes, each with connections of its own, that know nothing of each other: only the locks stand between them. */
const { db, url, close } = await freshDatabase();
const processes = [connect(url, { connections: 2 }), connect(url, { connections: 2 })] as const;
const { performanceId, priceTypeId } = await haveSale(db, { rows: 20 });
const people = await Promise.all([haveCustomer(db), haveCustomer(db)]);
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end()));
  await close();
});

const CLAIM = { ...LIMITS, mostPurchases: 10_000, lockTimeoutMs: 5000, skipLocked: false };
const ROUNDS = 100;

/** The same without locks: every `for update` is left out. What stays as it is there would not need them. */
const withoutLocks = (real: Db) => tapped(real, (text, _, empty) => (text.trim().startsWith('for update') ? empty() : undefined));

const request = (customer: number, placeIds: readonly number[], overrides: Partial<ClaimRequest<Option>> = {}): ClaimRequest<Option> => ({
  performanceId,
  purchaseId: randomId(),
  customerId: people[customer] ?? '',
  channel: 'online',
  claimKey: randomId(),
  fresh: true,
  chosen: false,
  options: [{ placeIds, priceTypeIds: placeIds.map(() => priceTypeId), contiguous: true }],
  ...overrides,
});

async function freeEverything() {
  await db`delete from hold`;
  await db`delete from purchase`;
  await db`update place set state = 'free', purchase_id = null, held_until = null`;
}

/** Both processes claim the same place at the same moment, again and again; answers how often both won it. */
async function doubleClaims(dbs: readonly Db[]): Promise<number> {
  await freeEverything();
  let both = 0;
  for (let place = 0; place < ROUNDS; place++) {
    const answers = await Promise.all(dbs.map((each, customer) => claimPlaces(each, [request(customer, [place])], CLAIM)));
    if (answers.every(([answer]) => answer?.kind === 'won')) both += 1;
  }
  return both;
}

test('two processes that claim one place at the same moment: one of them gets it', async () => {
  expect(await doubleClaims(processes)).toBe(0);
});

test('control: without the locks that race sells places twice', async () => {
  // Whether two meet is chance, so this goes on until they do.
  await expect.poll(() => doubleClaims(processes.map(withoutLocks)), { timeout: limit(50_000) }).toBeGreaterThan(0);
});

/** A purchase claims on while it is cancelled from another tab; answers how many places were left held by a cancelled one. */
async function heldByCancelled(here: Db, there: Db): Promise<number> {
  await freeEverything();
  const world = claimingProcess(there, LIMITS);
  for (let place = 0; place < ROUNDS; place++) {
    const first = request(0, [place]);
    await claimPlaces(db, [first], CLAIM);
    const more = request(0, [ROUNDS + place], { purchaseId: first.purchaseId, fresh: false });
    await Promise.all([claimPlaces(here, [more], CLAIM), cancelPurchase(world, first.purchaseId)]);
  }
  const [left] = await db<{ places: number }[]>`
    select count(*)::integer as places from place join purchase on purchase.id = purchase_id
     where state = 'held' and stage = 'cancelled'`;
  return left?.places ?? Number.NaN;
}

test('a purchase that is cancelled while it claims keeps no place', async () => {
  expect(await heldByCancelled(...processes)).toBe(0);
});

test('control: without the locks a cancelled purchase keeps places', async () => {
  await expect
    .poll(() => heldByCancelled(withoutLocks(processes[0]), withoutLocks(processes[1])), { timeout: limit(50_000) })
    .toBeGreaterThan(0);
});
