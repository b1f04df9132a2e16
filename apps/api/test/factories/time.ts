import type { Db } from '../../src/db/connect.ts';
import { ownerOf } from '../database.ts';

/**
 * Lets time pass for a purchase with its places, attempts, refunds and offer: every time that is written down of them becomes so much longer
 * ago, or comes so much sooner. What is due then is what the product itself has planned.
 */
export const letMinutesPass = (db: Db, purchaseId: string, minutes: number) =>
  ownerOf(db).begin(async (tx) => {
    const by = tx`make_interval(secs => ${minutes * 60})`;
    // As the product locks them: a notice that is being settled at this moment ends first.
    await tx`select from purchase where id = ${purchaseId} for update`;
    await tx`alter table attempt disable trigger attempt_facts`;
    await tx`alter table attempt disable trigger attempt_slow_fact`;
    await tx`update attempt set started_at = started_at - ${by}, asked_at = asked_at - ${by}, check_at = check_at - ${by}, resuming_until = resuming_until - ${by},
                    settled_at = settled_at - ${by}, slow_until = slow_until - ${by} where purchase_id = ${purchaseId}`;
    await tx`alter table attempt enable trigger attempt_facts`;
    await tx`alter table attempt enable trigger attempt_slow_fact`;
    await tx`update card_try set tried_at = tried_at - ${by}
              where reference in (select reference from attempt where purchase_id = ${purchaseId})`;
    await tx`update purchase set started_at = started_at - ${by}, deadline = deadline - ${by},
                    ended_at = ended_at - ${by}, reserved_until = reserved_until - ${by} where id = ${purchaseId}`;
    await tx`update reservation set reserved_at = reserved_at - ${by}, until = until - ${by} where purchase_id = ${purchaseId}`;
    await tx`alter table offer disable trigger offer_facts`;
    await tx`update offer set made_at = made_at - ${by}, until = until - ${by}, ended_at = ended_at - ${by} where purchase_id = ${purchaseId}`;
    await tx`alter table offer enable trigger offer_facts`;
    await tx`alter table refund disable trigger refund_facts`;
    await tx`update refund set started_at = started_at - ${by}, done_at = done_at - ${by}, check_at = check_at - ${by} where purchase_id = ${purchaseId}`;
    await tx`alter table refund enable trigger refund_facts`;
    await tx`update hold set held_until = held_until - ${by} where purchase_id = ${purchaseId}`;
    await tx`update place set held_until = held_until - ${by} where purchase_id = ${purchaseId} and state = 'held'`;
  });

/** Lets time pass for what doors have read. */
export const letReadingsAge = (db: Db, seconds: number) =>
  ownerOf(db).begin(async (tx) => {
    await tx`alter table reading disable trigger reading_stays`;
    await tx`update reading set read_at = read_at - make_interval(secs => ${seconds})`;
    await tx`alter table reading enable trigger reading_stays`;
  });

/** Lets time pass for the codes that were mailed. */
export const letCodesAge = (db: Db, seconds: number) =>
  db`update mail_code set created_at = created_at - make_interval(secs => ${seconds})`;

/** Lets time pass for everything that counts tries: all of it becomes so many seconds older. */
export const letTriesAge = (db: Db, seconds: number) => db`
  update login_throttle set last_at = last_at - make_interval(secs => ${seconds}), blocked_until = blocked_until - make_interval(secs => ${seconds}),
                            succeeded_at = succeeded_at - make_interval(secs => ${seconds})`;

/** Lets time pass for the jobs that wait. */
export const letJobsAge = (db: Db, seconds: number) =>
  db`update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => ${seconds})`;

/** Lets time pass for remembered devices. */
export const letDevicesAge = (db: Db, seconds: number) => db`
  update known_device set created_at = created_at - make_interval(secs => ${seconds}), renewed_at = renewed_at - make_interval(secs => ${seconds}),
                          revoked_at = revoked_at - make_interval(secs => ${seconds})`;

/** Lets time pass for links that were mailed. */
export const letLinksAge = (db: Db, seconds: number) =>
  db`update log_in_link set created_at = created_at - make_interval(secs => ${seconds})`;

/** Lets time pass for subscriptions to the newsletter. */
export const letSubscriptionsAge = (db: Db, hours: number) =>
  db`update newsletter_subscription set asked_at = asked_at - make_interval(hours => ${hours})`;

/** Lets time pass for alerts about shows. */
export const letAlertsAge = (db: Db, hours: number) =>
  db`update show_alert set asked_at = asked_at - make_interval(hours => ${hours}), told_at = told_at - make_interval(hours => ${hours})`;

/** Lets time pass for messages to support. */
export const letSupportMessagesAge = (db: Db, days: number) =>
  db`update support_message set sent_at = sent_at - make_interval(days => ${days})`;

/** Lets time pass for the files that people asked for. */
export const letExportsAge = (db: Db, minutes: number) => db`
  update data_export set requested_at = requested_at - make_interval(mins => ${minutes}), made_at = made_at - make_interval(mins => ${minutes}),
                         expires_at = expires_at - make_interval(mins => ${minutes})`;

/** Lets time pass for when promotions may be had. */
export const letPromotionsAge = (db: Db, minutes: number) => db`
  update promotion set sold_from = sold_from - make_interval(mins => ${minutes}), sold_until = sold_until - make_interval(mins => ${minutes})`;

/** Lets time pass for the uses of promotions. */
export const letUsesAge = (db: Db, months: number) => db`update promotion_use set used_at = used_at - make_interval(months => ${months})`;

/**
 * Lets days pass for performances, and for purchases that are open with what they hold. In two steps: tomorrow's performance of a show
 * that is given every day takes the time of today's.
 */
export const letDaysPass = (db: Db, days: number) =>
  db.begin(async (tx) => {
    const FAR = 100_000;
    for (const by of [FAR, days - FAR]) {
      const interval = tx`make_interval(days => ${by})`;
      await tx`
        update performance set starts_at = starts_at - ${interval}, doors_at = doors_at - ${interval}, on_sale_at = on_sale_at - ${interval}`;
    }
    const by = tx`make_interval(days => ${days})`;
    await tx`update purchase set started_at = started_at - ${by}, deadline = deadline - ${by} where stage = 'open'`;
    await tx`update hold set held_until = held_until - ${by} where state = 'held'`;
    await tx`update place set held_until = held_until - ${by} where state = 'held'`;
  });
