export type { KeyedCall } from './call.ts';

import type { Db } from '../../../src/db/connect.ts';
import type { Scenarios } from './call.ts';
import { claims } from './claims.ts';
import { counterCalls } from './counter.ts';
import { mailboxCalls } from './mailboxes.ts';
import { officeCalls } from './office.ts';
import { payments } from './payments.ts';
import { refusedFirst } from './refused.ts';
import { keyedWorld } from './world.ts';

/** Every call that takes a key, by its name in the contract; each scenario is a new one. */
export async function keyedCalls(db: Db) {
  const world = await keyedWorld(db);
  const scenarios: Scenarios = {
    ...claims(world),
    ...payments(world),
    ...counterCalls(world),
    ...officeCalls(world),
    ...mailboxCalls(world),
  };
  return { scenarios, refusedFirst: refusedFirst(world), close: world.close };
}
