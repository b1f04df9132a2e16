import type { PlacesRule } from '@butaca/contract';
import type { Channel } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { readHoldings } from './holdings.ts';
import { rulesOf } from './limits.ts';
import { readRunning } from './queries-claim.ts';
import { mostWith } from './require-turn.ts';

interface RulesRequest {
  readonly performanceId: number;
  /** What it holds is left out: its buyer's page counts that itself. */
  readonly purchaseId?: string | undefined;
  readonly customerId: string;
  readonly channel: Channel;
}

/** The limits of places that a claim of this customer would be judged by, with what counts beside the purchase. Promises nothing: a claim counts anew. */
export async function findPlacesRules(world: SaleWorld, { purchaseId = '', ...of }: RulesRequest): Promise<{ items: PlacesRule[] }> {
  const stock = await world.live.onSale(of.performanceId, of.channel);
  const running = await readRunning(world.db, [of.customerId]);
  const purchaseIds = running.flatMap((each) => (each.purchaseId === purchaseId ? [] : [each.purchaseId]));
  const holdings = await readHoldings(world.db, { of: [of], purchaseIds });
  const room = of.channel === 'online' ? (world.rooms?.gateOf(of.performanceId) ?? null) : null;
  const mostPerCustomer = mostWith(room, stock.sale.mostPerCustomer, world.limits.mostPerCustomer);
  return { items: [...rulesOf(holdings, { ...of, purchaseId, mostPerCustomer }, world.limits)] };
}
