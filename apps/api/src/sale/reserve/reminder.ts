import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';

const DAY_MS = 24 * 3_600_000;

/** One mail a day before a reservation's end; of a short one halfway. A later call moves it. */
export const remindOfReservation = (tx: Tx, purchaseId: string, { nowMs, untilMs }: { nowMs: number; untilMs: number }) =>
  enqueue(
    tx,
    'tell-of-reservation',
    { purchaseId, news: 'reminder' },
    { key: `reservation.reminder.${purchaseId}`, runAtMs: untilMs - Math.min(DAY_MS, (untilMs - nowMs) / 2) },
  );
