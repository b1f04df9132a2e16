import type { LanguageCode } from '@butaca/brand/languages';
import { type InputOf, nameProblem, Refusal, subscribe as subscribeCall, wireNameOf } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { linkOf, requireLink } from '../mailed-links.ts';
import { admitSubscription } from '../throttle.ts';
import { deleteSubscription, findSubscription, markConfirmed, putSubscription, subscriptionToMail } from './queries-newsletter.ts';

/** How long the link that confirms may be followed. */
const CONFIRM_HOURS = 48;

export interface NewsletterWorld {
  readonly db: Db;
  readonly secret: string;
}

/** The link that ends a subscription; it works for as long as the subscription lasts. */
export const leaveLinkOf = (secret: string, id: string) => linkOf(secret, 'newsletter leave', id);

type Asked = InputOf<typeof subscribeCall>['body'] & { readonly ip: string; readonly language: LanguageCode };

/** Mails a link that confirms; to who is subscribed already, a mail that says so. The caller cannot tell one from the other. */
export async function subscribe({ db, secret }: NewsletterWorld, { name, email, ip, language }: Asked): Promise<void> {
  const reason = nameProblem(name);
  if (reason !== null) throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(subscribeCall.body, 'name'), reason }] });
  await db.begin(async (tx) => {
    await admitSubscription(tx, { secret, email, ip });
    const id = await putSubscription(tx, { id: randomId(), email, name, language });
    await enqueue(tx, 'mail-newsletter', { subscriptionId: id }, { key: `mail-newsletter.${id}` });
  });
}

/** Confirms a subscription; one that is confirmed stays so. `link_over` when it is too old, was left, or is not ours. */
export async function confirmSubscription({ db, secret }: NewsletterWorld, link: string): Promise<void> {
  const id = requireLink(secret, 'newsletter confirm', link);
  await db.begin(async (tx) => {
    if (await markConfirmed(tx, id, CONFIRM_HOURS)) await handOver(tx, id);
    else if (!(await findSubscription(tx, id))?.isConfirmed) throw new Refusal('link_over');
  });
}

/** Ends a subscription; one that has ended stays so. */
export async function leaveNewsletter({ db, secret }: NewsletterWorld, link: string): Promise<void> {
  const id = requireLink(secret, 'newsletter leave', link);
  await db.begin(async (tx) => {
    if (await deleteSubscription(tx, id)) await handOver(tx, id);
  });
}

/** Tells the service that sends the newsletter, by a job, what is known here of a subscription; removes it there if it is none any more. */
export const handOver = (tx: Tx, id: string) =>
  enqueue(tx, 'hand-over-subscriber', { subscriptionId: id }, { key: `hand-over-subscriber.${id}` });

/** What the worker mails; undefined when there is nothing to mail any more. */
export async function newsletterMailOf({ db, secret }: NewsletterWorld, id: string) {
  const to = await subscriptionToMail(db, id, CONFIRM_HOURS);
  return to && { ...to, confirmLink: linkOf(secret, 'newsletter confirm', id), leaveLink: leaveLinkOf(secret, id), hours: CONFIRM_HOURS };
}
