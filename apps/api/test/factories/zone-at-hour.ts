/** A zone in which it is about this hour now: how far away midnight is does not depend on when a test runs. */
export function zoneAtHour(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // POSIX counts the other way: Etc/GMT-3 is three hours ahead.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
