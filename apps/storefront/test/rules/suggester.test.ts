import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSuggester, PAUSE_MS } from '../../app/chrome/top-bar/suggestions/suggester.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Request {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly answer: (items: readonly string[] | undefined) => Promise<void>;
  readonly fail: () => Promise<void>;
}

function suggesting() {
  const requests: Request[] = [];
  const ask = (text: string, signal: AbortSignal) =>
    new Promise<readonly string[] | undefined>((resolve, reject) => {
      const settle = (by: () => void) => {
        by();
        return vi.advanceTimersByTimeAsync(0).then(() => undefined);
      };
      requests.push({
        text,
        signal,
        answer: (items) => settle(() => resolve(items)),
        fail: () => settle(() => reject(new Error('offline'))),
      });
    });
  const suggester = createSuggester({ minimum: 3, ask });
  const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS);
  const last = () => requests.at(-1) as Request;
  /** Types a text and gets an answer. */
  const type = async (text: string, items: readonly string[]) => {
    suggester.typed(text);
    await pause();
    await last().answer(items);
  };
  return {
    suggester,
    requests,
    pause,
    last,
    type,
    texts: () => requests.map(({ text }) => text),
    items: () => suggester.shown.get().items,
  };
}

test('nothing is asked below the minimum, nor for spaces', async () => {
  const { suggester, texts, pause } = suggesting();
  for (const value of ['h', 'ha', ' ha ', '   ']) suggester.typed(value);
  await pause();
  expect(texts()).toEqual([]);
});

test('a text is asked for after a pause, once, and with what was typed last', async () => {
  const { suggester, texts, pause, last } = suggesting();
  suggester.typed('ham');
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(texts()).toEqual([]);
  suggester.typed('haml');
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(texts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual(['haml']);
  suggester.typed(' haml  ');
  await last().answer(['Hamlet']);
  suggester.typed('haml ');
  await pause();
  expect(texts()).toEqual(['haml']);
});

test('a text that was answered before is not asked for again', async () => {
  const { suggester, texts, type, items, pause } = suggesting();
  await type('ham', ['Hamlet', 'Hamilton']);
  await type('haml', ['Hamlet']);
  suggester.typed('ham');
  expect(items()).toEqual(['Hamlet', 'Hamilton']);
  await pause();
  expect(texts()).toEqual(['ham', 'haml']);
});

test('what is shown belongs to the text in the box: an older answer is aborted and dropped', async () => {
  const { suggester, requests, pause, items } = suggesting();
  suggester.typed('ham');
  await pause();
  suggester.typed('macb');
  expect(requests[0]?.signal.aborted).toBe(true);
  await requests[0]?.answer(['Hamlet']);
  expect(items()).toEqual([]);
  await pause();
  await requests[1]?.answer(['Macbeth']);
  expect(items()).toEqual(['Macbeth']);
  suggester.typed('macbe');
  expect(items()).toEqual([]);
});

test('without an answer nothing is shown, and another text is asked for as before', async () => {
  const { suggester, pause, last, items, type, texts } = suggesting();
  suggester.typed('ham');
  await pause();
  await last().fail();
  expect(items()).toEqual([]);
  suggester.typed('haml');
  await pause();
  await last().answer(undefined);
  expect(items()).toEqual([]);
  await type('hamlet', ['Hamlet']);
  expect(items()).toEqual(['Hamlet']);
  expect(texts()).toEqual(['ham', 'haml', 'hamlet']);
});

test('nothing is chosen until somebody moves, and what is typed takes the choice back', async () => {
  const { suggester, type } = suggesting();
  const chosen = () => suggester.shown.get().chosen;
  await type('ham', ['a', 'b', 'c']);
  expect(chosen()).toBeNull();
  const moved = (step: 1 | -1) => {
    suggester.move(step);
    return chosen();
  };
  expect([moved(1), moved(1), moved(1), moved(1), moved(1)]).toEqual([0, 1, 2, null, 0]);
  expect([moved(-1), moved(-1), moved(-1)]).toEqual([null, 2, 1]);
  await type('haml', ['a']);
  expect(chosen()).toBeNull();
});

test('a closed list stays closed, whatever is answered, until it is asked for by an arrow or something else is typed', async () => {
  const { suggester, pause, last, items, texts, requests } = suggesting();
  suggester.typed('ham');
  await pause();
  suggester.close();
  expect(requests[0]?.signal.aborted).toBe(true);
  await last().answer(['Hamlet']);
  suggester.typed('ham ');
  await pause();
  expect(items()).toEqual([]);
  expect(texts()).toEqual(['ham']);
  suggester.move(1);
  suggester.move(1);
  await pause();
  expect(texts()).toEqual(['ham', 'ham']);
  await last().answer(['Hamlet']);
  expect(items()).toEqual(['Hamlet']);
  suggester.close();
  suggester.move(1);
  expect(suggester.shown.get()).toEqual({ items: ['Hamlet'], chosen: null });
});

test('closing before the pause is over asks nothing', async () => {
  const { suggester, pause, texts } = suggesting();
  suggester.typed('hamlet');
  suggester.close();
  await pause();
  expect(texts()).toEqual([]);
});
