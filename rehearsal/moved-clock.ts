import { readFileSync, watchFile } from 'node:fs';

/**
 * Loaded into a process before its own code (`--import`): its clock is moved by as many milliseconds as the file says that the
 * address of this module names. The file is read again whenever it changes, so a clock jumps while its process works. Timers and
 * `performance.now()` stay as they are, as when the clock of a machine is set.
 */
const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const read = () => Number(readFileSync(file, 'utf8')) || 0;
let shiftMs = read();
watchFile(file, { interval: 100, persistent: false }, () => {
  shiftMs = read();
});

const RealDate = Date;
const now = () => RealDate.now() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const realInstant = Temporal.Now.instant;
const instant = () => realInstant().add({ milliseconds: shiftMs });
const zoned = (zone: Temporal.TimeZoneLike = Temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
Object.assign(Temporal.Now, {
  instant,
  zonedDateTimeISO: zoned,
  plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainDateTime(),
  plainDateISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainDate(),
  plainTimeISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainTime(),
});
