import type { Db, Tx } from '../../src/db/connect.ts';
import { ownerOf } from '../database.ts';
import { ageSales } from './sales-age.ts';

/** Lets time pass for a purchase, with all that is written down of it. */
export const letMinutesPass = (db: Db, purchaseId: string, minutes: number) => ownerOf(db).begin((tx) => ageSales(tx, minutes, purchaseId));

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
  ownerOf(db).begin(async (tx) => {
    const FAR = 100_000;
    for (const by of [FAR, days - FAR]) await agePerformances(tx, tx`make_interval(days => ${by})`, every(tx));
    const by = tx`make_interval(days => ${days})`;
    await tx`update purchase set started_at = started_at - ${by}, deadline = deadline - ${by} where stage = 'open'`;
    await tx`update hold set held_until = held_until - ${by} where state = 'held'`;
    await tx`update place set held_until = held_until - ${by} where state = 'held'`;
  });

/** Lets time pass for one performance alone; for what is held of it, see `letMinutesPass`. */
export const letPerformanceAge = (db: Db, performanceId: number, minutes: number) =>
  ownerOf(db).begin((tx) => agePerformances(tx, tx`make_interval(secs => ${minutes * 60})`, tx`id = ${performanceId}`));

const every = (tx: Tx) => tx`true`;
type Fragment = ReturnType<typeof every>;

/** Nothing moves: it is the clock that goes on. */
async function agePerformances(tx: Tx, by: Fragment, which: Fragment) {
  await tx`set local session_replication_role = replica`;
  await tx`
    update performance set starts_at = starts_at - ${by}, doors_at = doors_at - ${by}, on_sale_at = on_sale_at - ${by},
                           changed_at = changed_at - ${by}
     where ${which}`;
  await tx`
    update performance_move set starts_at = starts_at - ${by}, moved_at = moved_at - ${by}
     where performance_id in (select id from performance where ${which})`;
  await tx`set local session_replication_role = origin`;
}
