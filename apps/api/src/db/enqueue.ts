import type { DeliveryState } from '@butaca/contract';
import type { Tx } from './connect.ts';

/** A show has places again, or another date. */
export type ShowNews = 'places' | 'date';

/** All jobs, each with the payload of its row: ids, never copies of personal data. */
export interface Jobs {
  'welcome-customer': { readonly customerId: string };
  'mail-code': { readonly codeId: string };
  /** The code of a sign-up, to the host of a brand that has one send it. */
  'hand-over-code': { readonly codeId: string };
  'mail-log-in-link': { readonly linkId: string };
  'mail-newsletter': { readonly subscriptionId: string };
  'mail-alert': { readonly alertId: string };
  'tell-of-show': { readonly alertId: string; readonly news: ShowNews };
  'hand-over-subscriber': { readonly subscriptionId: string };
  'mail-support': { readonly messageId: string };
  'mail-support-copy': { readonly messageId: string };
  'tell-of-password': { readonly customerId: string; readonly changeId: string };
  /** The account has another address: to the one that it had, where that was proved, and to the new one. */
  'tell-of-email': { readonly codeId: string; readonly to: 'before' | 'after' };
  /**
   * The owner of a mailbox has an account that was never confirmed, and what had opened it has ended. `ended`: what ended besides what every such
   * mail names; left out by jobs of the version before.
   */
  'tell-of-claim': {
    readonly customerId: string;
    readonly by: 'link' | 'external';
    readonly ended?: readonly ('factors' | 'identities')[];
  };
  /**
   * The mails of an order go to another mailbox than the account's. With `afterDays` once more, if the account's has not taken the first one.
   */
  'tell-of-mailbox': {
    readonly customerId: string;
    readonly purchaseId: string;
    readonly changeId: string;
    readonly afterDays?: number;
  };
  'tell-of-notices': { readonly customerId: string };
  'tell-of-sign-up': { readonly customerId: string; readonly signUpId: string };
  'make-export': { readonly exportId: string };
  /** Of an account that was erased. `isClaimed` comes from jobs of the version before: the same as `delete-claimed-cards`. */
  'delete-kept-cards': { readonly customerId: string; readonly isClaimed?: boolean };
  /** Of an account that the owner of its mailbox got and somebody else may have opened. A worker that does not know this task leaves it alone. */
  'delete-claimed-cards': { readonly customerId: string };
  'tell-of-export': { readonly exportId: string };
  'tell-of-offer': { readonly purchaseId: string };
  'tell-of-return': { readonly purchaseId: string; readonly reference: string };
  /** A payment that its provider decides later waits for it, came to nothing, or is called off because a performance was cancelled. */
  'tell-of-pending': {
    readonly purchaseId: string;
    readonly reference: string;
    readonly news: 'waiting' | 'over' | 'cancelled';
    /** Its buyer may have been given something to pay with; left out by the version before. */
    readonly maySlip?: boolean;
    /** It is over here, and its provider goes on with it. */
    readonly mayStillCome?: boolean;
  };
  'tell-of-refund': {
    readonly purchaseId: string;
    readonly refundId: string;
    readonly toBalanceId?: string;
    readonly otherCardId?: string;
  };
  'tell-of-reservation': { readonly purchaseId: string; readonly news: 'made' | 'reminder' | 'expired' };
  'tell-of-move': readonly Move[];
  'tell-of-chargeback': {
    readonly purchaseId: string;
    readonly refundId: string;
    readonly toBalanceId?: string;
    readonly otherCardId?: string;
  };
  'tell-of-delivery': { readonly purchaseId: string; readonly state: DeliveryState };
  /** A bill or a credit note that the tax office has authorised. */
  'send-bill': { readonly purchaseId: string; readonly billId: string };
  /** With `copy`, which names it, once more by hand, or because other tickets stand for those that were sent: of other places, or issued anew. */
  'send-tickets': {
    readonly purchaseId: string;
    readonly copy?: string;
    readonly isChange?: boolean;
    readonly isReissue?: boolean;
  };
}

/**
 * A performance of a purchase has another start. The moves of a purchase are told by one mail: the queue appends those of a later job to one that
 * waits under the same key, so that the first of a performance has the start that its buyer knows.
 */
export type Move = {
  readonly purchaseId: string;
  readonly performanceId: number;
  /** The start before it, in epoch milliseconds. */
  readonly wasMs: number;
};

/** Spread over some hours, so that no mail is lost while a mail server is down for a night. */
const MOST_ATTEMPTS = 12;

interface JobOptions {
  readonly key: string;
  /** Epoch milliseconds; left out, at once. */
  readonly runAtMs?: number;
  /** So much later by the database's clock. */
  readonly afterMinutes?: number;
}

/** Adds a job in the caller's transaction: it exists exactly when what it is about exists. A second one with the same key replaces the first. */
export async function enqueue<Task extends keyof Jobs>(
  tx: Tx,
  task: Task,
  payload: Jobs[Task],
  { key, runAtMs, afterMinutes = 0 }: JobOptions,
): Promise<void> {
  await tx`
    select graphile_worker.add_job(${task}, payload => ${tx.json(payload)}::json, job_key => ${key}, max_attempts => ${MOST_ATTEMPTS},
                                   run_at => coalesce(to_timestamp(${runAtMs ?? null}::float8 / 1000), clock_timestamp() + make_interval(mins => ${afterMinutes}::integer)))`;
}

/** How much later than others jobs are taken that come by the thousand, so that none of a buyer who waits stands behind them. */
const AFTER_OTHERS = 10;

interface JobsOptions<Payload> {
  readonly afterMinutes?: number;
  /** A job replaces one that waits under the same key; of payloads that are lists, it gets both. */
  readonly keyOf?: (payload: Payload) => string;
  readonly isAfterOthers?: boolean;
}

/** Adds one job for each payload in the caller's transaction; without keys for what happens once, since nothing keeps a second one away. */
export async function enqueueAll<Task extends keyof Jobs>(
  tx: Tx,
  task: Task,
  payloads: readonly Jobs[Task][],
  { afterMinutes = 0, keyOf, isAfterOthers = false }: JobsOptions<Jobs[Task]> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  await tx`
    select count(*) from graphile_worker.add_jobs((
      select array_agg((${task}, payload::json, null, now() + make_interval(mins => ${afterMinutes}::integer), ${MOST_ATTEMPTS}::integer,
                        key, ${isAfterOthers ? AFTER_OTHERS : null}::integer, null)::graphile_worker.job_spec)
        from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[],
                    ${payloads.map((payload) => keyOf?.(payload) ?? null)}::text[]) as job (payload, key)))`;
}
