import { createHmac } from 'node:crypto';
import { normalPhone, Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { isOwnMachine, networkOf } from '#http/network';
import {
  countAttempt,
  forgetAttempts,
  freeAtMs,
  type Limits,
  mailboxBehind,
  returnAttempt,
  succeededBefore,
  waitSeconds,
} from './queries.ts';
import type { MailboxPurpose } from './queries-mail-codes.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Guesses from one network: five tries, then 2 s, 4 s, 8 s … up to a quarter of an hour. */
const fromOneNetwork: Limits = { free: 5, firstWaitSeconds: 2, longestWaitSeconds: 900, forgetAfterSeconds: DAY_SECONDS };
/** Guesses from many networks: short waits only, so that strangers cannot lock the owner out. */
const onOneAccount: Limits = { free: 50, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/**
 * Failed log-ins from one network over all accounts: one password tried on many. Sixty in an hour are what a school's mistakes come
 * to; then waits of up to half a minute, which those who logged in from there before do not notice.
 */
const onOneNetwork: Limits = { free: 60, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/** Links by mail for one address from one network. */
const linksFromOneNetwork: Limits = { free: 3, firstWaitSeconds: 30, longestWaitSeconds: 900, forgetAfterSeconds: 60 * 60 };
/**
 * Links and recovery codes to one address, over all requests (decision 104): eight, then 15 min, 30 min, 1 h, 1 h …; 33 in a day at most. No wait is longer
 * than an hour, so that strangers who ask all day keep its owner out for no longer.
 */
const logInMails: Limits = { free: 8, firstWaitSeconds: 900, longestWaitSeconds: 60 * 60, forgetAfterSeconds: DAY_SECONDS };
/** Links that one network asks for, for whatever addresses. */
const linksOfOneNetwork: Limits = { free: 40, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/** Mails about the newsletter to one address, whoever asks: three, then 10 min, 20 min … up to a day. */
const newsletterMails: Limits = { free: 3, firstWaitSeconds: 600, longestWaitSeconds: DAY_SECONDS, forgetAfterSeconds: DAY_SECONDS };

/** Codes for orders of one account to one mailbox: three, then 10 min, 20 min … up to a day. */
const codesOfOneAccountToOneMailbox: Limits = newsletterMails;
/** Codes to one mailbox in one room, over all accounts, kinds of code and orders, and likewise each kind of mail that setting an address sends: six, then 1 h, 2 h, 4 h … up to a day; ten in a day at most. */
const codesToOneMailbox: Limits = { free: 6, firstWaitSeconds: 60 * 60, longestWaitSeconds: DAY_SECONDS, forgetAfterSeconds: DAY_SECONDS };
/** Codes for callers' orders that one member of staff asks for: thirty in an hour, then 30 s, 1 min … up to a quarter of an hour. */
const codesOfOneStaff: Limits = { free: 30, firstWaitSeconds: 30, longestWaitSeconds: 900, forgetAfterSeconds: 60 * 60 };
/** Mails about unpaid orders to one unconfirmed mailbox: ten, then 1 h, 2 h, 4 h … up to a day; 14 in a day at most. */
const unpaidOrderMails: Limits = { free: 10, firstWaitSeconds: 60 * 60, longestWaitSeconds: DAY_SECONDS, forgetAfterSeconds: DAY_SECONDS };

/** Links that confirm alerts to one address, whoever asks: ten, then 10 min, 20 min … up to a day. */
const alertMails: Limits = { ...newsletterMails, free: 10 };

/** Messages to support of one person, by account or by phone: five in an hour, then 1 min, 2 min, 4 min … up to an hour. */
const messagesOfOnePerson: Limits = { free: 5, firstWaitSeconds: 60, longestWaitSeconds: 60 * 60, forgetAfterSeconds: 60 * 60 };
/** Of one network, which may be a school or a carrier. */
const messagesOfOneNetwork: Limits = { free: 20, firstWaitSeconds: 30, longestWaitSeconds: 900, forgetAfterSeconds: 60 * 60 };
/** Of all visitors without an account together: more than support could read; accounts still write. */
const messagesOfVisitors: Limits = { free: 300, firstWaitSeconds: 1, longestWaitSeconds: 60, forgetAfterSeconds: 60 * 60 };

/**
 * Sign-ups from one network, which may be a household, a school or all telephones of a carrier in a town: thirty in an hour, then
 * 1 s, 2 s, 4 s … up to half a minute between two. Fifty accounts take minutes, and nobody is locked out.
 */
const signUps: Limits = { free: 30, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/** Codes for one address that one network asks for: five in an hour, then 30 s, 60 s, 2 min … up to a quarter of an hour. */
const codesForOneAddress: Limits = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 900, forgetAfterSeconds: 60 * 60 };

/** Mails about sign-ups with an address that has an account: one or two, then one a day. */
const mailsAboutSignUps: Limits = {
  free: 1,
  firstWaitSeconds: DAY_SECONDS,
  longestWaitSeconds: DAY_SECONDS,
  forgetAfterSeconds: DAY_SECONDS,
};

/** Mails about new passwords of one account: two, then 2 min, 4 min, 8 min and 10 min apart; nine an hour at most, as of notices (decision 090). */
const mailsAboutPasswords: Limits = { free: 1, firstWaitSeconds: 60, longestWaitSeconds: 600, forgetAfterSeconds: 60 * 60 };

/** Codes of promotions that one account enters: ten in an hour, then 5 s, 10 s, 20 s … up to five minutes. */
const codesOfOneAccount: Limits = { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 300, forgetAfterSeconds: 60 * 60 };
/** A clerk enters those of customers at a counter. */
const codesOfOneClerk: Limits = { ...codesOfOneAccount, free: 200 };
/** And one network, whatever the accounts; so that fifty of them guess no faster. */
const codesOfOneNetwork: Limits = { free: 100, firstWaitSeconds: 1, longestWaitSeconds: 30, forgetAfterSeconds: 60 * 60 };

/** Cards that one account begins to save, which their provider checks: five in an hour, then 1 min, 2 min, 4 min … up to a quarter of an hour. */
const savesOfOneAccount: Limits = { free: 5, firstWaitSeconds: 60, longestWaitSeconds: 900, forgetAfterSeconds: 60 * 60 };
/** And one network, whatever the accounts; so that fifty of them try out no more cards. */
const savesOfOneNetwork: Limits = { free: 30, firstWaitSeconds: 5, longestWaitSeconds: 300, forgetAfterSeconds: 60 * 60 };

export interface LogInAttempt {
  readonly account: string;
  readonly accountAndNetwork: string;
  /** Null for this machine's own address. */
  readonly network: string | null;
  /** Null unless the account's owner is remembered on the device that tries. */
  readonly device: string | null;
}

interface Attempted {
  readonly email: string;
  readonly ip: string;
  /** The id of a device that is remembered for the account with this address. */
  readonly deviceId?: string | null;
}

/** What an attempt counts under; hashed with the secret, so the table names neither people nor addresses. */
export function logInAttemptOf(secret: string, { email, ip, deviceId = null }: Attempted): LogInAttempt {
  const key = (...parts: string[]) => keyOf(secret, 'login attempts', ...parts);
  const network = networkOf(ip);
  return {
    account: key(email),
    accountAndNetwork: key(email, network),
    network: isOwnMachine(ip) ? null : keyOf(secret, 'log-ins of a network', network),
    device: deviceId === null ? null : keyOf(secret, 'log-ins of a device', email, deviceId),
  };
}

/**
 * Counts an attempt before its password is looked at, or refuses it with the seconds to wait. A refused attempt counts
 * nowhere. From a network where the account's owner logged in before, attempts made elsewhere cost no wait; on a device where the
 * owner is remembered, only those made on it do.
 */
export async function admitLogIn(db: Db, { account, accountAndNetwork, network, device }: LogInAttempt): Promise<void> {
  await db.begin(async (tx) => {
    if (device !== null) return requireRoom(tx, device, fromOneNetwork);
    const isKnown = await succeededBefore(tx, accountAndNetwork);
    await requireRoom(tx, accountAndNetwork, fromOneNetwork);
    if (!(await countAttempt(tx, account, onOneAccount)) && !isKnown) throw await tooMany(tx, account);
    if (network !== null && !(await countAttempt(tx, network, onOneNetwork)) && !isKnown) throw await tooMany(tx, network);
  });
}

/** Counts a link for this address, whether or not it has an account, or refuses it with the seconds to wait. */
export async function admitLink(db: Db, secret: string, { email, ip }: { email: string; ip: string }): Promise<void> {
  const network = networkOf(ip);
  await db.begin(async (tx) => {
    await requireRoom(tx, keyOf(secret, 'links', email, network), linksFromOneNetwork);
    await requireRoom(tx, logInMailsKey(secret, email), logInMails);
    if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'links of a network', network), linksOfOneNetwork);
  });
}

/** Counts a subscription to the newsletter, whether or not its address is subscribed, or refuses it with the seconds to wait. */
export async function admitSubscription(tx: Tx, { secret, email, ip }: { secret: string; email: string; ip: string }): Promise<void> {
  // The network first: whoever is refused for it takes nothing from an address.
  if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'newsletter of a network', networkOf(ip)), signUps);
  await requireRoom(tx, keyOf(secret, 'newsletter', email), newsletterMails);
}

/** Counts an alert about a show, whether or not its address has it already, or refuses it with the seconds to wait. */
export async function admitAlert(tx: Tx, { secret, email, ip }: { secret: string; email: string; ip: string }): Promise<void> {
  if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'alerts of a network', networkOf(ip)), signUps);
  await requireRoom(tx, keyOf(secret, 'alerts', email), alertMails);
}

const logInMailsKey = (secret: string, email: string) => keyOf(secret, 'log-in mails', email);

/**
 * Counts a recovery code that is mailed to this address, whether or not it has an account; answers null, or, uncounted, the refusal with the seconds
 * to wait. By address, not by mailbox: mails go to the address of an account alone, and strangers who ask for variants of it cost its owner nothing.
 */
export async function countRecoveryMail(tx: Tx, secret: string, email: string): Promise<Refusal | null> {
  const key = logInMailsKey(secret, email);
  return (await countAttempt(tx, key, logInMails)) ? null : tooMany(tx, key);
}

/**
 * What speaks for a code to a mailbox; each has a room of its own, which the others cannot use up (decision 104). `owner`: a session of the account
 * that has confirmed the mailbox. `buyer`: an order that money was paid for. `newcomer`: the account that has the address, to confirm it, without
 * which nothing is bought. `anybody`: all else, such as orders of accounts that confirmed nothing.
 */
export type CodeRoom = 'owner' | 'buyer' | 'newcomer' | 'anybody';

/** Counts a code to a mailbox, or refuses it with the seconds to wait, the same whether or not an account has the address. */
export async function admitCode(
  tx: Tx,
  { secret, email, room }: { readonly secret: string; readonly email: string; readonly room: CodeRoom },
): Promise<void> {
  await requireRoom(tx, keyOf(secret, 'codes to a mailbox', room, await mailboxBehind(tx, email)), codesToOneMailbox);
}

export interface MailboxAttempt {
  readonly secret: string;
  readonly customerId: string;
  /** Who asks: the account, or staff for it. */
  readonly purpose: MailboxPurpose;
  readonly email: string;
  readonly by: { readonly ip: string } | { readonly staffId: string };
}

/**
 * Counts a code that proves a mailbox for an order's mails, or refuses it with the seconds to wait: by network or member of staff, and by account for
 * each mailbox. What one mailbox is sent altogether is counted with the code (`admitCode`).
 */
export async function admitMailbox(tx: Tx, { secret, customerId, purpose, email, by }: MailboxAttempt): Promise<void> {
  if ('staffId' in by) await requireRoom(tx, keyOf(secret, 'mailboxes of staff', by.staffId), codesOfOneStaff);
  else if (!isOwnMachine(by.ip)) await requireRoom(tx, keyOf(secret, 'mailboxes of a network', networkOf(by.ip)), signUps);
  await requireRoom(tx, keyOf(secret, 'mailboxes of an account', customerId, purpose, email), codesOfOneAccountToOneMailbox);
}

interface ThrottleWorld {
  readonly db: Db;
  readonly secret: string;
}

/** The pace of mails about unpaid orders to an unconfirmed mailbox. */
export const unpaidOrderPace = (world: ThrottleWorld, email: string) => paceOf(world, email, ['mails of unpaid orders'], unpaidOrderMails);

/** The pace of mails that tell an unconfirmed mailbox that an order's mails go elsewhere; of orders that money was paid for it has a room of its own. */
export const correctionPace = (world: ThrottleWorld, email: string, { isPaid }: { readonly isPaid: boolean }) =>
  paceOf(world, email, ['mails of corrections', isPaid ? 'buyer' : 'anybody'], codesToOneMailbox);

function paceOf({ db, secret }: ThrottleWorld, email: string, room: readonly string[], limits: Limits) {
  const keyIn = async (tx: Db | Tx) => keyOf(secret, ...room, await mailboxBehind(tx, email));
  return {
    /** Counts one that goes out now; false, uncounted, when it may not. */
    admit: () => db.begin(async (tx) => countAttempt(tx, await keyIn(tx), limits)),
    /** From when the next one may go, in epoch milliseconds by the database's clock; of a mailbox that had one. */
    freeAtMs: () => db.begin(async (tx) => freeAtMs(tx, await keyIn(tx))),
    /** For a mail that was counted and could not be sent. */
    giveBack: async () => void (await returnAttempt(db, await keyIn(db))),
  };
}

/**
 * Counts an undelivered mail of an order that is sent again to the account's address because its buyer chose that address again, without a code
 * that would prove it; false, uncounted, when it may not go now (decision 107).
 */
export const mayMailAgain = async (
  tx: Tx,
  { secret, email, room }: { readonly secret: string; readonly email: string; readonly room: CodeRoom },
): Promise<boolean> =>
  countAttempt(tx, keyOf(secret, 'mails sent again to a mailbox', room, await mailboxBehind(tx, email)), codesToOneMailbox);

type Writer = { readonly customerId: string } | { readonly phone: string };

/** Counts a message to support, or refuses it with the seconds to wait. */
export async function admitSupportMessage(tx: Tx, { secret, ip, ...writer }: { secret: string; ip: string } & Writer): Promise<void> {
  if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'support of a network', networkOf(ip)), messagesOfOneNetwork);
  if ('customerId' in writer) return requireRoom(tx, keyOf(secret, 'support of an account', writer.customerId), messagesOfOnePerson);
  await requireRoom(tx, keyOf(secret, 'support of a phone', normalPhone(writer.phone)), messagesOfOnePerson);
  // Last: it is one row for all visitors.
  await requireRoom(tx, keyOf(secret, 'support of visitors'), messagesOfVisitors);
}

/** Counts a sign-up from this network, or refuses it with the seconds to wait. This machine's own are not counted. */
export async function admitSignUp(db: Db, { secret, ip }: { secret: string; ip: string }): Promise<void> {
  if (isOwnMachine(ip)) return;
  const key = keyOf(secret, 'sign-ups', networkOf(ip));
  await db.begin((tx) => requireRoom(tx, key, signUps));
}

/**
 * Counts a request for a recovery code, or refuses it with the seconds to wait. What one network asks for keeps nobody else waiting,
 * and a network asks for as many addresses as it may sign up.
 */
export async function admitRecovery(db: Db, { secret, email, ip }: { secret: string; email: string; ip: string }): Promise<void> {
  const network = networkOf(ip);
  await db.begin(async (tx) => {
    await requireRoom(tx, keyOf(secret, 'recovery codes', email, network), codesForOneAddress);
    if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'recovery codes of', network), signUps);
  });
}

/** Counts a code of a promotion that was entered, right or wrong, or refuses it with the seconds to wait. */
export async function admitPromotionCode(
  db: Db,
  { secret, customerId, ip, isClerk }: { secret: string; customerId: string; ip: string; isClerk: boolean },
): Promise<void> {
  await db.begin(async (tx) => {
    await requireRoom(tx, keyOf(secret, 'codes of promotions', customerId), isClerk ? codesOfOneClerk : codesOfOneAccount);
    if (isClerk) return;
    if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'codes of promotions of a network', networkOf(ip)), codesOfOneNetwork);
  });
}

/** Counts a card that is about to be saved, or refuses it with the seconds to wait. */
export async function admitSavedCard(
  db: Db,
  { secret, customerId, ip }: { secret: string; customerId: string; ip: string },
): Promise<void> {
  await db.begin(async (tx) => {
    await requireRoom(tx, keyOf(secret, 'saved cards', customerId), savesOfOneAccount);
    if (!isOwnMachine(ip)) await requireRoom(tx, keyOf(secret, 'saved cards of a network', networkOf(ip)), savesOfOneNetwork);
  });
}

/** Whether the owner of an account may get one more mail about somebody who tried to sign up with their address. */
export const mayTellOwner = (tx: Tx, secret: string, customerId: string): Promise<boolean> =>
  countAttempt(tx, keyOf(secret, 'mails about sign-ups', customerId), mailsAboutSignUps);

const passwordMailsKey = (secret: string, customerId: string) => keyOf(secret, 'mails about passwords', customerId);

/** Counts a mail about a new password that goes out now; answers null, or, uncounted, when the next one may go in epoch milliseconds. */
export async function passwordMailDue(tx: Tx, secret: string, customerId: string): Promise<number | null> {
  const key = passwordMailsKey(secret, customerId);
  return (await countAttempt(tx, key, mailsAboutPasswords)) ? null : freeAtMs(tx, key);
}

/** For a mail that was counted and could not be sent. */
export const returnPasswordMail = (db: Db, secret: string, customerId: string) => returnAttempt(db, passwordMailsKey(secret, customerId));

async function requireRoom(tx: Tx, key: string, limits: Limits): Promise<void> {
  if (!(await countAttempt(tx, key, limits))) throw await tooMany(tx, key);
}

const keyOf = (secret: string, ...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

const tooMany = async (tx: Tx, key: string) => new Refusal('too_many_attempts', { retryAfterSeconds: await waitSeconds(tx, key) });

export { forgetAttempts };
