import { randomInt } from 'node:crypto';
import type { Brand } from '@butaca/brand';
import {
  type AnswerOf,
  type Customer,
  type InputOf,
  nameProblem,
  phoneProblem,
  Refusal,
  wireNameOf,
  writeToSupportAsCustomer as writeAsCustomerCall,
  type writeToSupport as writeCall,
} from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { deviceOf } from '../device.ts';
import { lockCustomerIn, type OwnSession } from '../queries-account.ts';
import { admitSupportMessage } from '../throttle.ts';
import { confirmedAddressOf, insertMessage, orderNumberOf } from './queries-support.ts';

export interface SupportWorld {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Pick<Brand, 'contact'>;
  /** For an account, the mail that its address refused last. */
  readonly readAccountDelivery: (db: Db, customerId: string) => Promise<Pick<Customer, 'undelivered'>>;
}

interface From {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

type Typed = Omit<InputOf<typeof writeCall>['body'], 'captcha'>;

/** Keeps a visitor's message and mails it to support; answers its number. */
export async function writeToSupport(world: SupportWorld, typed: Typed, from: From): Promise<{ number: string }> {
  checkMessage(typed, world.brand);
  return world.db.begin(async (tx) => {
    await admitSupportMessage(tx, { secret: world.secret, ip: from.ip, phone: typed.phone });
    return { number: await keepMessage(tx, typed, { customerId: null, orderNumber: null, userAgent: from.userAgent }) };
  });
}

type TypedByCustomer = InputOf<typeof writeAsCustomerCall>['body'];

/**
 * The same from an account, with the number of an order of theirs. A copy goes to an address that its owner has confirmed, and to no other:
 * whoever signs up with a stranger's address would write to strangers through us.
 */
export async function writeToSupportAsCustomer(
  world: SupportWorld,
  { orderId, ...typed }: TypedByCustomer,
  { session, ...from }: From & { readonly session: OwnSession },
): Promise<AnswerOf<typeof writeAsCustomerCall>> {
  checkMessage(typed, world.brand);
  const { undelivered } = await world.readAccountDelivery(world.db, session.customerId);
  return world.db.begin(async (tx) => {
    const { customerId } = session;
    // An account that is erased meanwhile leaves no message behind, and neither does a session that has ended.
    await lockCustomerIn(tx, session);
    const orderNumber = orderId === undefined ? null : await orderNumberOf(tx, { orderId, customerId });
    if (orderNumber === undefined) throw new Refusal('not_found');
    await admitSupportMessage(tx, { secret: world.secret, ip: from.ip, customerId });
    const number = await keepMessage(tx, typed, { customerId, orderNumber, userAgent: from.userAgent });
    const copyTo = await confirmedAddressOf(tx, customerId);
    // The copy is tried, and may be taken by now, but is no promise.
    if (undelivered) return { number, refusedBy: undelivered.address };
    return copyTo === undefined ? { number } : { number, copyTo };
  });
}

function checkMessage({ kind, name, phone }: Typed, { contact }: SupportWorld['brand']): void {
  const reasons = {
    kind: contact.kinds.includes(kind) ? null : 'invalid',
    name: nameProblem(name),
    phone: phoneProblem(phone),
  };
  const fields = Object.entries(reasons).flatMap(([field, reason]) =>
    reason === null ? [] : [{ name: wireNameOf(writeAsCustomerCall.body, field as keyof typeof reasons), reason }],
  );
  if (fields.length > 0) throw new Refusal('invalid_input', { fields });
}

interface About {
  readonly customerId: string | null;
  readonly orderNumber: number | null;
  readonly userAgent: string | undefined;
}

/** Writes the message with a number that no other has, and the jobs that mail it; each mail is a job of its own, so that none is sent twice. */
async function keepMessage(tx: Tx, { page, ...typed }: Typed, { userAgent, ...about }: About): Promise<string> {
  const id = randomId();
  let number: number;
  do number = randomInt(10_000_000, 100_000_000);
  while (!(await insertMessage(tx, { ...typed, ...about, id, number, page: page ?? null, device: deviceOf(userAgent) })));
  await enqueue(tx, 'mail-support', { messageId: id }, { key: `mail-support.${id}` });
  if (about.customerId !== null) await enqueue(tx, 'mail-support-copy', { messageId: id }, { key: `mail-support-copy.${id}` });
  return String(number);
}
