import type { Db, Tx } from '#db/connect';
import { enqueue, type Jobs } from '#db/enqueue';
import { type CustomerRow, customerById } from './queries-account.ts';
import { passwordMailDue, returnPasswordMail } from './throttle.ts';

/** One waiting job per customer: the mail says that the password changed, not how often, so a later change takes the place of an earlier one. */
export const mailPassword = (tx: Tx, change: Jobs['tell-of-password'], runAtMs: number | null = null) =>
  enqueue(tx, 'tell-of-password', change, { key: `tell-of-password.${change.customerId}`, ...(runAtMs !== null && { runAtMs }) });

interface PasswordMailWorld {
  readonly db: Db;
  readonly secret: string;
}

/** Mails that a password has changed, or puts the mail off until the pace of its account allows it; nothing after the account was erased. */
export async function tellOfPassword(
  { db, secret }: PasswordMailWorld,
  change: Jobs['tell-of-password'],
  send: (customer: CustomerRow) => Promise<void>,
): Promise<void> {
  const { customerId } = change;
  const customer = await db.begin(async (tx) => {
    const found = await customerById(tx, customerId);
    if (!found) return undefined;
    const dueMs = await passwordMailDue(tx, secret, customerId);
    if (dueMs === null) return found;
    await mailPassword(tx, change, dueMs);
    return undefined;
  });
  if (!customer) return;
  try {
    await send(customer);
  } catch (error) {
    await returnPasswordMail(db, secret, customerId);
    throw error;
  }
}
