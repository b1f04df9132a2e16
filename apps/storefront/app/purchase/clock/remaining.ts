const HOUR = 3600;
const DAY = 24 * HOUR;
const ANNOUNCED_MINUTES = [1, 2, 5];

export type Remaining =
  | { readonly unit: 'clock'; readonly text: string }
  | { readonly unit: 'hours'; readonly count: number }
  | { readonly unit: 'days'; readonly count: number };

const two = (value: number) => String(value).padStart(2, '0');

/** `11:59`, from one hour on whole hours, from one day on whole days (EX-002..EX-004). */
export function remaining(seconds: number): Remaining {
  if (seconds >= DAY) return { unit: 'days', count: Math.floor(seconds / DAY) };
  if (seconds >= HOUR) return { unit: 'hours', count: Math.floor(seconds / HOUR) };
  const left = Math.max(seconds, 0);
  return { unit: 'clock', text: `${two(Math.floor(left / 60))}:${two(left % 60)}` };
}

/** The brand's last minutes; two in the default brand (EX-005, CO-003). */
export const isAlert = (seconds: number, alertMinutes: number): boolean => seconds <= alertMinutes * 60;

/** Minutes to announce when the time passes from `before` to `seconds`; of several passed at once, the fewest. */
export const minutesToAnnounce = (before: number, seconds: number): number | undefined =>
  ANNOUNCED_MINUTES.find((minutes) => before > minutes * 60 && seconds <= minutes * 60 && seconds > 0);
