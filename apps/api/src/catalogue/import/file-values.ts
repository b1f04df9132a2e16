import { ImportProblem } from './problem.ts';

/** An instant as files write it: with an offset, or the wall clock of `timeZone`. Throws RangeError with a reason for people. */
export function readMoment(text: string, timeZone: string): Temporal.Instant {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text)) return within(() => Temporal.Instant.from(text), text);
  const local = within(() => Temporal.PlainDateTime.from(text, { overflow: 'reject' }), text);
  try {
    return local.toZonedDateTime(timeZone, { disambiguation: 'reject' }).toInstant();
  } catch {
    throw new RangeError(`${text} happens not once in ${timeZone}, where clocks are changed; write it with its offset`);
  }
}

function within<Value>(read: () => Value, text: string): Value {
  try {
    return read();
  } catch {
    throw new RangeError(`${text} is no date and time`);
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Files write amounts in units and rates in percent; inside they are hundredths of both. */
export const minorUnits = (amount: number) => Math.round(amount * 100);

const LONGEST_SLUG = 120;

/** `La vida es sueño` becomes `la-vida-es-sueno`; empty when nothing in it can be spelled so. */
export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');

const MEGABYTE = 1024 * 1024;
const LARGEST_FILE_BYTES = 20 * MEGABYTE;

/** The text of an import file: bounded, UTF-8, without a byte order mark. */
export function textOf(file: string, bytes: Buffer): string {
  if (bytes.length > LARGEST_FILE_BYTES) {
    throw new ImportProblem(file, [{ at: '', reason: `the file is larger than ${LARGEST_FILE_BYTES / MEGABYTE} MB` }]);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportProblem(file, [{ at: '', reason: 'the file is not UTF-8 text' }]);
  }
}
