import type { Db } from '../../src/db/connect.ts';
import { recordUndelivered } from '../../src/mailboxes/index.ts';

/** The tickets of a paid order were refused by their mailbox; answers the mail's id. */
export async function haveUndelivered(db: Db, { purchaseId, address = 'lleno@correo.example' }: { purchaseId: string; address?: string }) {
  const [order] = await db<{ customerId: string }[]>`select customer_id as "customerId" from purchase where id = ${purchaseId}`;
  await recordUndelivered(db, {
    task: 'send-tickets',
    payload: { purchaseId },
    about: purchaseId,
    purchaseId,
    customerId: order?.customerId ?? '',
    address,
    refused: true,
    reason: 'no_mailbox',
    code: 550,
    answer: '550 5.1.1 no such user here',
  });
  const [row] = await db<{ id: string }[]>`select id from undelivered_mail where about = ${purchaseId} and ended_at is null`;
  return row?.id ?? '';
}
