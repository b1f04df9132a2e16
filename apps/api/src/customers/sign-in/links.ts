import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AnswerOf, type logInWithLink, normalEmail, Refusal } from '@butaca/contract';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { deviceOf } from '../device.ts';
import { type EndPayLinks, proveMailbox } from '../prove-mailbox.ts';
import { insertSessions, type SessionTimes } from '../queries-sessions.ts';
import { newSessionToken, presentSession, type SessionCustomer } from '../session.ts';
import { admitLink } from '../throttle.ts';
import type { PasskeyWorld } from './passkeys.ts';
import { insertLink, linkToSend, lockOwnersOfLinks, openLinks, useLinks } from './queries-links.ts';

/** How long a link may be followed. */
export const LINK_MINUTES = 15;

const LINK = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** `<id>.<signature>`: it follows from the id, so that neither the table nor a job holds anything to follow. */
export const linkOf = (secret: string, id: string) => `${id}.${signature(secret, id)}`;

const signature = (secret: string, id: string) => createHmac('sha256', secret).update(`log-in link ${id}`).digest('base64url');

function readLink(secret: string, link: string): string | null {
  const found = LINK.exec(link);
  if (!found) return null;
  const [, id = '', claimed = ''] = found;
  return timingSafeEqual(Buffer.from(claimed), Buffer.from(signature(secret, id))) ? id : null;
}

interface Asking {
  readonly email: string;
  readonly ip: string;
  /** The hash by which the browser that asks is known. */
  readonly browser: string;
}

/** Mails a link by a job. For an address without account the same is done, but the job sends nothing. */
export async function askForLink(
  { db, secret, login }: Pick<PasskeyWorld, 'db' | 'login' | 'secret'>,
  { email: typed, ip, browser }: Asking,
): Promise<void> {
  const hasOwnLogin = login.mode === 'OWN_SELF_LOGIN';
  const email = normalEmail(typed);
  await admitLink(db, secret, { email, ip });
  const id = randomId();
  await db.begin(async (tx) => {
    await insertLink(tx, { id, email, browser, hasOwnLogin });
    await enqueue(tx, 'mail-log-in-link', { linkId: id }, { key: `mail-log-in-link.${id}` });
  });
}

interface Following {
  readonly id: string;
  /** The hash by which the browser that follows it is known. */
  readonly browser: string | null;
  readonly sessionId: string;
  readonly device: string | null;
}
type Followed =
  | { readonly end: 'opened'; readonly customer: SessionCustomer; readonly times: SessionTimes; readonly hasClaimed: boolean }
  | { readonly end: 'link_over' | 'link_of_another_browser' };

export type LinkWorld = PasskeyWorld & { readonly endPayLinks: EndPayLinks };

/** Log-ins by a mailed link; those that come together share their statements, as those of remembered devices do. */
export class LinkLogIns {
  readonly #world: LinkWorld;
  readonly #batcher: Batcher<Following, Followed>;

  constructor(world: LinkWorld) {
    this.#world = world;
    this.#batcher = new Batcher({ work: (followings) => this.#follow(followings), keyOf: ({ id }) => id });
  }

  /** Opens a session in the browser that asked for the link, once. In another browser the link stays good. */
  async logIn({ link, browser, userAgent }: LinkGiven): Promise<AnswerOf<typeof logInWithLink>> {
    const { secret, login } = this.#world;
    const id = readLink(secret, link);
    if (id === null || login.mode === 'EXTERNAL_LOGIN') throw new Refusal('link_over');
    const { token, sessionId } = newSessionToken(secret);
    const followed = await this.#batcher.add({ id, browser, sessionId, device: deviceOf(userAgent) });
    if (followed.end !== 'opened') throw new Refusal(followed.end);
    const session = presentSession({ token, customer: followed.customer, ...followed.times });
    return followed.hasClaimed ? { ...session, hasClaimed: true } : session;
  }

  #follow(followings: readonly Following[]): Promise<Followed[]> {
    const { db, login, endPayLinks } = this.#world;
    return db.begin(async (tx) => {
      const ids = followings.map(({ id }) => id);
      // The owners are locked first and the links read afterwards, so that two log-ins never use the same link. `execute` sends the lock now:
      // a statement that is only awaited would be sent after those of `openLinks`.
      const [, rows] = await Promise.all([lockOwnersOfLinks(tx, ids).execute(), openLinks(tx, ids, LINK_MINUTES)]);
      const links = new Map(rows.map((row) => [row.id, row]));
      const entered = new Set<string>();
      const judged = followings.map((following) => {
        const row = links.get(following.id);
        if (!row || entered.has(row.customer.id)) return { following, end: 'link_over' as const };
        if (row.browser !== following.browser) return { following, end: 'link_of_another_browser' as const };
        entered.add(row.customer.id);
        return { following, end: 'opened' as const, customer: row.customer };
      });
      const sessions = judged.flatMap((each) => {
        if (each.end !== 'opened') return [];
        const { sessionId, device } = each.following;
        return [{ sessionId, customerId: each.customer.id, minutes: login.sessionMinutes, device, deviceId: null }];
      });
      const customerIds = [...entered];
      // Before the sessions: those that a stranger may have opened end.
      const claimed = await proveMailbox(tx, { customerIds, by: 'link', endPayLinks });
      const [times] = await Promise.all([insertSessions(tx, sessions), useLinks(tx, customerIds)]);
      return judged.map((each): Followed => {
        if (each.end !== 'opened') return { end: each.end };
        const opened = times.get(each.following.sessionId);
        if (!opened) throw new Error(`a link of customer ${each.customer.id} opened no session`);
        return { end: 'opened', customer: each.customer, times: opened, hasClaimed: claimed.has(each.customer.id) };
      });
    });
  }
}

interface LinkGiven {
  readonly link: string;
  /** The hash by which the browser that follows it is known. */
  readonly browser: string | null;
  readonly userAgent: string | undefined;
}

/** What the worker mails; undefined when there is nothing to mail. */
export async function linkMailOf({ db, secret }: { readonly db: Db; readonly secret: string }, id: string) {
  const to = await linkToSend(db, id, LINK_MINUTES);
  return to && { ...to, link: linkOf(secret, id), minutes: LINK_MINUTES };
}
