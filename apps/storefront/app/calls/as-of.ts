import { elapsedMs } from '@butaca/browser/server-clock.ts';

/** Data that is not read by then, because the visitor went elsewhere, is another page's. */
const FOR_MS = 10_000;

let asked: { readonly moment: number; readonly at: number } | undefined;

/** The data that is read next is wanted as it is since a moment (epoch ms), by the page itself: nobody waits for it. */
export function askAsOf(moment: number): void {
  asked = { moment, at: elapsedMs() };
}

/** That moment, once; undefined when somebody waits for the data. */
export function takeAsOf(): number | undefined {
  const moment = asked && elapsedMs() - asked.at < FOR_MS ? asked.moment : undefined;
  asked = undefined;
  return moment;
}
