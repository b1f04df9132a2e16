import { createStore, type Store } from '@butaca/browser/create-store.ts';
import { sleep } from '@butaca/browser/poll.ts';
import { searchable } from '../searchable.ts';

/** Pause in typing before suggestions are requested; also the shortest time between two requests. */
export const PAUSE_MS = 250;
const MOST_KEPT = 50;

/** Without items the list is closed. */
interface Shown<Item> {
  readonly items: readonly Item[];
  /** Index of the item that Enter opens; null: Enter searches for the text. */
  readonly chosen: number | null;
}

export interface Suggester<Item> {
  readonly shown: Store<Shown<Item>>;
  readonly typed: (value: string) => void;
  /** Chooses the next item (1) or the one before it (-1), with the text itself between last and first; opens a closed list. */
  readonly move: (step: 1 | -1) => void;
  /** Closes the list, and lets no answer open it until something else is typed. */
  readonly close: () => void;
}

interface World<Item> {
  /** Shorter texts have no suggestions. */
  readonly minimum: number;
  /** Undefined when there is no answer. */
  readonly ask: (text: string, signal: AbortSignal) => Promise<readonly Item[] | undefined>;
}

/**
 * Suggestions for a text while it is typed. What is shown always belongs to the text that stands in the box, and nothing is chosen by
 * itself, so that Enter does the same whether suggestions have come or not.
 */
export function createSuggester<Item>({ minimum, ask }: World<Item>): Suggester<Item> {
  const closed: Shown<Item> = { items: [], chosen: null };
  const shown = createStore(closed);
  const answers = new Map<string, readonly Item[]>();
  let text: string | null = null;
  let asked: AbortController | undefined;

  function typed(value: string) {
    const next = searchable(value, minimum);
    if (next === text) return;
    text = next;
    close();
    if (text !== null) suggest(text);
  }

  function suggest(wanted: string) {
    const known = answers.get(wanted);
    if (known) return shown.set({ items: known, chosen: null });
    const request = new AbortController();
    asked = request;
    void answerTo(wanted, request.signal).then((items) => {
      if (request.signal.aborted) return;
      asked = undefined;
      if (!items) return;
      if (answers.size >= MOST_KEPT) answers.clear();
      answers.set(wanted, items);
      shown.set({ items, chosen: null });
    });
  }

  async function answerTo(wanted: string, signal: AbortSignal) {
    await sleep(PAUSE_MS, signal);
    return signal.aborted ? undefined : ask(wanted, signal).catch(() => undefined);
  }

  function move(step: 1 | -1) {
    const { items, chosen } = shown.get();
    if (items.length > 0) return shown.set({ items, chosen: moved(chosen, step, items.length) });
    if (text !== null && !asked) suggest(text);
  }

  function close() {
    asked?.abort();
    asked = undefined;
    shown.set(closed);
  }

  return { shown, typed, move, close };
}

/** The text is a stop of its own, before the first and after the last item. */
function moved(chosen: number | null, step: 1 | -1, count: number): number | null {
  const stops = count + 1;
  const at = ((chosen ?? -1) + 1 + step + stops) % stops;
  return at === 0 ? null : at - 1;
}
