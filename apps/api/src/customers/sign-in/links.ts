import { createHmac, timingSafeEqual } from 'node:crypto';
import { normalEmail, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { lockCustomer } from '../queries-account.ts';
import { confirmEmail } from '../queries-mail-codes.ts';
import { type OpenedSession, openSession } from '../session.ts';
import { admitLink } from '../throttle.ts';
import type { PasskeyWorld } from './passkeys.ts';
import { insertLink, linkToSend, openLink, useLinks } from './queries-links.ts';

/** How long a link may be followed. */
export const LINK_MINUTES = 15;

const LINK = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** `<id>.<signature>`: it follows from the id, so that neither the table nor a job holds anything to follow. */
const linkOf = (secret: string, id: string) => `${id}.${signature(secret, id)}`;

const signature = (secret: string, id: string) => createHmac('sha256', secret).update(`log-in link ${id}`).digest('base64url');

function readLink(secret: string, link: string): string | null {
  const [, id, claimed] = LINK.exec(link) ?? [];
  if (id === undefined || claimed === undefined) return null;
  return timingSafeEqual(Buffer.from(claimed), Buffer.from(signature(secret, id))) ? id : null;
}

interface Asking {
  readonly email: string;
  readonly ip: string;
  /** The hash by which the browser that asks is known. */
  readonly browser: string;
}

/** Mails a link by a job. For an address without account the same is done, but the job sends nothing. */
export async function askForLink({ db, secret }: { db: Db; secret: string }, { email: typed, ip, browser }: Asking): Promise<void> {
  const email = normalEmail(typed);
  await admitLink(db, secret, { email, ip });
  const id = randomId();
  await db.begin(async (tx) => {
    await insertLink(tx, { id, email, browser });
    await enqueue(tx, 'mail-log-in-link', { linkId: id }, { key: `mail-log-in-link.${id}` });
  });
}

/** Opens a session in the browser that asked for the link, once. In another browser the link stays good. */
export async function logInWithLink(
  { db, secret, login }: PasskeyWorld,
  { link, browser, userAgent }: { readonly link: string; readonly browser: string | null; readonly userAgent: string | undefined },
): Promise<OpenedSession> {
  const id = readLink(secret, link);
  if (id === null || login.mode === 'EXTERNAL_LOGIN') throw new Refusal('link_over');
  return db.begin(async (tx) => {
    const named = await openLink(tx, id, LINK_MINUTES);
    // One of this customer's links at a time; it is read again once nobody else is using it.
    if (named) await lockCustomer(tx, named.customer.id);
    const found = named && (await openLink(tx, id, LINK_MINUTES));
    if (!found) throw new Refusal('link_over');
    if (found.browser !== browser) throw new Refusal('link_of_another_browser');
    const { customer } = found;
    await useLinks(tx, customer.id);
    // Who follows it reads the mailbox.
    await confirmEmail(tx, customer.id);
    return openSession(tx, { secret, login, customer, secondFactor: false, userAgent });
  });
}

/** What the worker mails; undefined when there is nothing to mail. */
export async function linkMailOf({ db, secret }: { readonly db: Db; readonly secret: string }, id: string) {
  const to = await linkToSend(db, id, LINK_MINUTES);
  return to && { ...to, link: linkOf(secret, id), minutes: LINK_MINUTES };
}
