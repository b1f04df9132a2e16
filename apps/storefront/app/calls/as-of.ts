import { elapsedMs } from '@butaca/browser/server-clock.ts';
import type { AsOf } from '@butaca/contract/client';

export type { AsOf };

/** Data that is not read by then, because the visitor went elsewhere, is another page's. */
const FOR_MS = 10_000;

let asked: { readonly asOf: AsOf; readonly at: number } | undefined;

/** The data that is read next is wanted as it is since then, by the page itself: nobody waits for it. */
export function askAsOf(asOf: AsOf): void {
  asked = { asOf, at: elapsedMs() };
}

/** Whether the page is about to read its data by itself. */
export const isAskedAsOf = (): boolean => asked !== undefined && elapsedMs() - asked.at < FOR_MS;

/** Since when, once; undefined when somebody waits for the data. */
export function takeAsOf(): AsOf | undefined {
  const asOf = isAskedAsOf() ? asked?.asOf : undefined;
  asked = undefined;
  return asOf;
}
