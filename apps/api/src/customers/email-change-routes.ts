import {
  changeEmail as changeEmailCall,
  normalEmail,
  Refusal,
  sendEmailChangeCode as sendEmailChangeCodeCall,
  wireNameOf,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { enqueue } from '#db/enqueue';
import { type Session, serve } from '#http/serve';
import type { PasswordWorld } from './change-password.ts';
import { mailCode, requireCode } from './mail-codes.ts';
import { moveAddress } from './move-address.ts';
import type { OwnerProof, Proved } from './owner-proof.ts';
import { confirmInside } from './prove-mailbox.ts';
import { lockMailbox } from './queries.ts';
import { customerById, lockCustomerIn } from './queries-account.ts';
import { endCodesOfAccount, markCodeUsed, noteReplaced } from './queries-mail-codes.ts';
import { endLinksOf, isMailboxOfAnother } from './queries-mailbox.ts';
import { revokeOtherSessions } from './queries-sessions.ts';
import { lockSessions } from './queries-ways-in.ts';
import { revokeOtherDevices } from './sign-in/queries-devices.ts';
import type { SignIn } from './sign-in/routes.ts';

interface EmailChangeDeps {
  readonly world: PasswordWorld;
  readonly signIn: SignIn;
  readonly owner: OwnerProof;
}

/** Another address for an account (decision 112): who asks gives the password or a passkey, and the mailbox is proved by a code. */
export function emailChangeRoutes(app: FastifyInstance, { world, signIn, owner }: EmailChangeDeps) {
  serve(app, sendEmailChangeCodeCall, async ({ session, body, ip, cookies }) => {
    const customer = await owner.requireOwnLogin(session);
    const email = normalEmail(body.email);
    const proved = await owner.requireOwner(customer, { ...body, ip, cookies });
    if (email === normalEmail(customer.email))
      throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(sendEmailChangeCodeCall.body, 'email'), reason: 'same' }] });
    await sendChangeCode(world, owner, { session, email, proved });
    return {};
  });

  serve(app, changeEmailCall, async ({ session, body, cookies }) => {
    const customer = await owner.requireOwnLogin(session);
    const email = normalEmail(body.email);
    // Repeated because its answer was lost.
    if (email === normalEmail(customer.email) && customer.isEmailConfirmed) return { email };
    await changeEmail(world, { session, email, typed: body.code, deviceId: signIn.cookiesOf(cookies).device()?.id ?? null });
    return { email };
  });
}

interface NewAddress {
  readonly session: Session;
  readonly email: string;
}

/** An address of another account counts and answers the same, and its owner gets no mail. */
const sendChangeCode = (
  { db, secret }: PasswordWorld,
  owner: OwnerProof,
  { session, email, proved }: NewAddress & { readonly proved: Proved },
) =>
  db.begin(async (tx) => {
    const { customerId } = session;
    await lockMailbox(tx, email);
    // A new password ends the changes that were asked for with the one before, this one too.
    await owner.keepProof(tx, session, proved);
    const by = (await isMailboxOfAnother(tx, { email, customerId })) ? null : 'mail-code';
    await mailCode(tx, { secret, customerId, purpose: 'change-email', mailbox: { email, purchaseId: null }, by });
  });

/**
 * Gives the account the address whose code was typed. What was mailed to the one before opens nothing any more, and neither do other
 * sessions, devices and pay links: somebody else may read that mailbox. Orders stay with their customer, and so do the newsletter and alerts.
 */
async function changeEmail(
  { db, secret, endPayLinks }: PasswordWorld,
  { session, email, typed, deviceId }: NewAddress & { readonly typed: string; readonly deviceId: string | null },
): Promise<void> {
  const { customerId } = session;
  const codeId = await requireCode({ db, secret }, { customerId, purpose: 'change-email', mailbox: { email, purchaseId: null }, typed });
  await db.begin(async (tx) => {
    await lockMailbox(tx, email);
    // The order of whatever ends ways into an account.
    await lockCustomerIn(tx, session);
    await lockSessions(tx, [customerId]);
    const before = await customerById(tx, customerId);
    // Since the code was mailed somebody else may have opened an account with that mailbox.
    if (!before || (await isMailboxOfAnother(tx, { email, customerId })) || !(await markCodeUsed(tx, codeId)))
      throw new Refusal('wrong_code');
    await moveAddress(tx, { customerId, before, after: email });
    await confirmInside(tx, customerId);
    await noteReplaced(tx, { id: codeId, replaced: before.email });
    await endCodesOfAccount(tx, customerId);
    await endLinksOf(tx, customerId);
    const here = { ...session, deviceId };
    await revokeOtherDevices(tx, here);
    await revokeOtherSessions(tx, here);
    await endPayLinks(tx, [customerId]);
    // An unproved address may be a stranger's, or not exist.
    const told = before.isEmailConfirmed ? (['before', 'after'] as const) : (['after'] as const);
    for (const to of told) await enqueue(tx, 'tell-of-email', { codeId, to }, { key: `tell-of-email.${codeId}.${to}` });
  });
}
