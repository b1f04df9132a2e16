import type { PerformanceEntry } from '../../apps/api/src/catalogue/import/index.ts';
import type { Run } from './run.ts';

const DOORS_MINUTES = 45;
const SALE_OPENS = '10:00';

type When = Pick<PerformanceEntry, 'startsAt' | 'doorsAt' | 'onSaleAt' | 'state'>;

/** The performances of a run planned now, in order; those of today that have begun are left out. */
export function scheduleOf({ weeks: [first, last], slots, soldOut, cancelled, onSaleInDays }: Run, now: Temporal.ZonedDateTime): When[] {
  const { timeZoneId: timeZone } = now;
  const today = now.toPlainDate();
  const at = (day: Temporal.PlainDate, time: string) => day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
  const onSaleAt = onSaleInDays === undefined ? null : at(today.add({ days: onSaleInDays }), SALE_OPENS);
  const starts: Temporal.Instant[] = [];
  for (let day = first * 7; day < (last + 1) * 7; day += 1) {
    const date = today.add({ days: day });
    for (const [weekdays, time] of slots) {
      if (weekdays.some((weekday) => weekday === date.dayOfWeek)) starts.push(at(date, time));
    }
  }
  return starts
    .sort(Temporal.Instant.compare)
    .filter((startsAt) => Temporal.Instant.compare(startsAt, now.toInstant()) > 0)
    .map((startsAt, index) => ({
      startsAt,
      doorsAt: startsAt.subtract({ minutes: DOORS_MINUTES }),
      onSaleAt,
      state: cancelled?.includes(index) ? 'cancelled' : soldOut?.includes(index) ? 'sold_out' : onSaleAt ? 'announced' : 'on_sale',
    }));
}
