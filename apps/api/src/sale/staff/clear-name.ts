import { Refusal } from '@butaca/contract';
import { withLockTimeout } from '#db/lock-timeout';
import { deleteNominations, findNominations, findUsedTickets, lockOrderTickets } from '../../orders/index.ts';
import type { SaleWorld } from '../world.ts';
import { insertAction, type StaffRequest, useKeyOnce } from './queries-staff.ts';

interface NameToClear extends StaffRequest {
  readonly orderId: string;
  readonly ticketId: string;
}

/**
 * Takes the name off a ticket, for whoever finds their document on a ticket of somebody else: it is free for another one from then on. The
 * ticket stays valid, and its buyer may name it again. Who is inside keeps the name that the door has read.
 */
export async function clearName({ db }: Pick<SaleWorld, 'db'>, { orderId, ticketId, ...by }: NameToClear): Promise<void> {
  await withLockTimeout(db, async (tx) => {
    if ((await useKeyOnce(tx, { ...by, verb: 'clear_name', purchaseId: orderId, reference: ticketId })) === 'again') return;
    const ticket = (await lockOrderTickets(tx, orderId)).find(({ id }) => id === ticketId);
    if (!ticket) throw new Refusal('not_found');
    await insertAction(tx, { ...by, verb: 'clear_name', purchaseId: orderId, reference: ticketId, facts: { tickets: 1 } });
    const [used, named] = await Promise.all([findUsedTickets(tx, orderId), findNominations(tx, orderId)]);
    if (used.some(({ id }) => id === ticketId)) throw new Refusal('cannot_nominate', { reason: 'used', ticketId });
    if (!named.some((name) => name.ticketId === ticketId)) throw new Refusal('no_name');
    await deleteNominations(tx, [ticket]);
  });
}
