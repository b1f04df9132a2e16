import { type DeliveryState, nextDeliveryStep, Refusal, toldDeliveryStep } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, useKey } from '#db/used-key';
import { readOrder } from '../../orders/index.ts';
import { lockPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { findDeliverySteps, findStepOfKey, insertDeliveryStep, type NewStep } from './queries-delivery.ts';

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
    const step = { purchaseId: orderId, ...move, idempotencyKey: click.key };
    if ((await useKey(tx, click)) === 'again' || (await wasMadeBefore(tx, step))) return;
    const done = await findDeliverySteps(tx, orderId);
    const order = await readOrder(tx, orderId);
    if (!order?.tickets.some(({ state }) => state === 'valid')) throw new Refusal('no_valid_tickets');
    const kind = order.delivery?.kind ?? 'eticket';
    if (nextDeliveryStep(kind, done.at(-1)?.state) !== move.state) throw new Refusal('not_the_next_step');
    await insertDeliveryStep(tx, { ...step, position: done.length + 1 });
    if (order.channel === 'online' && move.state === toldDeliveryStep[kind])
      await enqueue(tx, 'tell-of-delivery', { purchaseId: orderId, state: move.state }, { key: `delivery.${move.state}.${orderId}` });
  });
}

/** Whether a server of the version before has made this step with this click; it wrote no `used_key`. Any other step with its key is refused. */
async function wasMadeBefore(tx: Tx, step: Omit<NewStep, 'position'>): Promise<boolean> {
  const [made] = await findStepOfKey(tx, step);
  if (made && (made.purchaseId !== step.purchaseId || made.state !== step.state || made.note !== (step.note ?? null)))
    throw new Refusal('key_reused');
  return made !== undefined;
}
