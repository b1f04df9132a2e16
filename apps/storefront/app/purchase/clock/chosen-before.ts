import { createStore, useStore } from '@butaca/browser/create-store.ts';
import { elapsedMs } from '@butaca/browser/server-clock.ts';
import { storageNamed } from '@butaca/browser/stored-texts.ts';
import type { Purchase } from '@butaca/contract';
import * as z from 'zod/mini';
import { currentSession } from '../../session/store.ts';
import { addMorePath } from './cart.ts';

const KEY = 'butaca.chosen-before';

/** A press whose page came only later, after a log-in or a waiting room, is not obeyed any more: nothing is taken without one. */
const PRESS_COUNTS_MS = 30_000;

const ChosenPlace = z.object({
  placeId: z.int(),
  sectorId: z.int(),
  sectorName: z.string(),
  row: z.optional(z.string()),
  seat: z.optional(z.string()),
  priceTypeId: z.int(),
});
export type ChosenPlace = z.infer<typeof ChosenPlace>;

const Choice = z.object({
  performanceId: z.int(),
  showName: z.string(),
  /** Of the page where its places are chosen. */
  path: z.string().check(z.regex(/^\/(?![/\\])/)),
  places: z.array(ChosenPlace).check(z.minLength(1)),
});
export type Choice = z.infer<typeof Choice>;

const Kept = z.object({
  /** Who held it. A tab is handed on: nobody is offered what another person had. */
  email: z.optional(z.string()),
  /** The purchase that was last seen running in this tab. */
  purchaseId: z.optional(z.string()),
  running: z.array(Choice),
  /** What a purchase held that ended without being paid. */
  ended: z.array(Choice),
});
type Kept = z.infer<typeof Kept>;

const nothing: Kept = { running: [], ended: [] };

/** What the purchases of this tab held, kept for the tab alone so that the same places can be asked for again by the same person. */
const own = storageNamed('sessionStorage');
const store = createStore(read());
let pressed: { readonly performanceId: number; readonly at: number } | null = null;

function read(): Kept {
  try {
    const found = z.safeParse(Kept, JSON.parse(own.getItem(KEY) ?? 'null'));
    return found.success ? found.data : nothing;
  } catch {
    return nothing;
  }
}

function keep(next: Kept) {
  store.set(next);
  try {
    own.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage it lives as long as the page.
  }
}

const ownerNow = () => currentSession()?.user.email;

/** Without a session, such as one that has expired, it may still be the same person's. */
const isOthers = ({ email }: Kept) => email !== undefined && email !== (ownerNow() ?? email);

/** A running purchase: what it holds replaces what was kept of the same performances. */
export function keepChosen(purchase: Purchase) {
  const email = ownerNow();
  if (purchase.stage !== 'open' || purchase.type === 'box' || email === undefined) return;
  const running = purchase.performances.flatMap((performance) => {
    const places = (performance.places ?? []).map(({ placeId, sectorId, sectorName, row, seat, priceTypeId }) => ({
      ...{ placeId, sectorId, sectorName, priceTypeId },
      ...(row !== undefined && { row }),
      ...(seat !== undefined && { seat }),
    }));
    const { id, show } = performance;
    return places.length > 0 ? [{ performanceId: id, showName: show?.name ?? '', path: addMorePath(performance, purchase), places }] : [];
  });
  const ended = chosenBefore().ended.filter(({ performanceId }) => !running.some((one) => one.performanceId === performanceId));
  keep({ email, purchaseId: purchase.id, running, ended });
}

/** The running purchase ended, unpaid: what it held may be asked for again. */
export function endChosen() {
  const { running, ended, ...kept } = store.get();
  if (running.length > 0) keep({ ...kept, running: [], ended: [...running, ...ended] });
}

/** The running purchase was paid: what it held is not asked for again. */
export const paidChosen = () => keep({ ...store.get(), running: [] });

/** The person gave it up, logged out, or paid for it in another tab. */
export const forgetChosen = () => {
  if (store.get() !== nothing) keep(nothing);
};

/** Nothing of a performance is to be offered again. */
export const declineChosen = (performanceId: number) => {
  const kept = store.get();
  keep({ ...kept, ended: kept.ended.filter((one) => one.performanceId !== performanceId) });
};

/** Places that were asked for again and are another's by now. */
export function dropChosen(performanceId: number, placeIds: readonly number[]) {
  const kept = store.get();
  const ended = kept.ended.flatMap((one) => {
    if (one.performanceId !== performanceId) return [one];
    const places = one.places.filter(({ placeId }) => !placeIds.includes(placeId));
    return places.length > 0 ? [{ ...one, places }] : [];
  });
  keep({ ...kept, ended });
}

/** "Choose again" was pressed: the page that it leads to asks for the places, once. */
export const pressAgain = ({ performanceId }: Choice) => {
  pressed = { performanceId, at: elapsedMs() };
};

/** Whether the button was pressed for this performance a moment ago; a press counts once. */
export function takePress(performanceId: number): boolean {
  const counts = pressed?.performanceId === performanceId && elapsedMs() - pressed.at < PRESS_COUNTS_MS;
  if (counts) pressed = null;
  return counts;
}

export const chosenBefore = (): Kept => (isOthers(store.get()) ? nothing : store.get());

/** As of the last time that it was drawn: a log-in draws the page anew. */
export function useChosenBefore(): Kept {
  const kept = useStore(store, () => nothing);
  return isOthers(kept) ? nothing : kept;
}
