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
