import { newsletterPage } from '@butaca/contract';
import type { Jobs } from '#db/enqueue';
import { leaveLinkOf, type NewsletterWorld } from './newsletter.ts';
import { findSubscription } from './queries-newsletter.ts';

interface Member {
  /** Ours, by which the service keeps the member: an address that left and came back is another member. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** For the mails that the service sends: their `List-Unsubscribe`, and the link in them. */
  readonly unsubscribeUrl: string;
}

/** The service that sends the newsletter. Both calls may be repeated; what fails is thrown. */
interface MailingList {
  put(member: Member): Promise<void>;
  /** Nothing happens when there is no such member. */
  remove(id: string): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** A service with one address for each member, below `url`. */
export function httpMailingList({ url, key }: { readonly url: string; readonly key: string }): MailingList {
  async function call(method: 'PUT' | 'DELETE', id: string, member?: Omit<Member, 'id'>) {
    const response = await fetch(`${url}/members/${encodeURIComponent(id)}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(member && { 'content-type': 'application/json' }) },
      ...(member && { body: JSON.stringify(member) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    const isGone = method === 'DELETE' && response.status === 404;
    if (!response.ok && !isGone) throw new Error(`the newsletter's service answered ${method} with ${response.status}`);
  }
  return {
    put: ({ id, ...member }) => call('PUT', id, member),
    remove: (id) => call('DELETE', id),
  };
}

interface HandOverWorld extends NewsletterWorld {
  readonly publicOrigin: string;
  /** Null where the deployment has no service. */
  readonly list: MailingList | null;
}

/** The worker's job that makes the service know what is known here; a failure is retried. */
export const newsletterTasks = (world: HandOverWorld) => ({
  'hand-over-subscriber': (payload: unknown) => handOverSubscriber(world, (payload as Jobs['hand-over-subscriber']).subscriptionId),
});

async function handOverSubscriber({ db, secret, publicOrigin, list }: HandOverWorld, id: string): Promise<void> {
  if (!list) return;
  const subscription = await findSubscription(db, id);
  if (subscription?.isConfirmed) {
    const { email, name } = subscription;
    await list.put({ id, email, name, unsubscribeUrl: `${publicOrigin}${newsletterPage('leave', leaveLinkOf(secret, id))}` });
    // Who left while the service was called may have been removed there before they were put.
    if (await findSubscription(db, id)) return;
  }
  await list.remove(id);
}
