import { type DeliveryState, nextDeliveryStep, Refusal, toldDeliveryStep } from '@butaca/contract';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, useKey } from '#db/used-key';
import { readOrder } from '../../orders/index.ts';
import { lockPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { findDeliverySteps, insertDeliveryStep } from './queries-delivery.ts';

interface DeliveryMove {
  readonly orderId: string;
  readonly state: DeliveryState;
  readonly note: string | undefined;
  readonly staffId: string;
  readonly click: Click;
}

/** Writes the next step of an order's delivery; steps are made in order, each once, while there is a valid ticket to hand over. */
export async function moveDelivery(world: SaleWorld, { orderId, click, ...move }: DeliveryMove): Promise<void> {
  await withLockTimeout(world.db, async (tx) => {
    const purchase = await lockPurchase(tx, orderId);
    if (!purchase) throw new Refusal('not_found');
    if ((await useKey(tx, click)) === 'again') return;
    const done = await findDeliverySteps(tx, orderId);
    const order = await readOrder(tx, orderId);
    if (!order?.tickets.some(({ state }) => state === 'valid')) throw new Refusal('no_valid_tickets');
    const kind = order.delivery?.kind ?? 'eticket';
    if (nextDeliveryStep(kind, done.at(-1)?.state) !== move.state) throw new Refusal('not_the_next_step');
    await insertDeliveryStep(tx, { purchaseId: orderId, position: done.length + 1, ...move, idempotencyKey: click.key });
    if (order.channel === 'online' && move.state === toldDeliveryStep[kind])
      await enqueue(tx, 'tell-of-delivery', { purchaseId: orderId, state: move.state }, { key: `delivery.${move.state}.${orderId}` });
  });
}
