import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { mergeExpositions, scrapeProcess } from '../../src/processes/scrape.ts';

/** A process that answers questions as the test says. */
function aProcess(answer: (question: { scrape: number }) => unknown) {
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    send: (question: { scrape: number }) => {
      const said = answer(question);
      if (said !== undefined) queueMicrotask(() => child.emit('message', said));
      return true;
    },
  });
  return child as unknown as ChildProcess & EventEmitter;
}

test('expositions of several processes become one: each metric stands once, with the numbers of all', () => {
  const of = (name: string) => `# HELP a_total What it is\n# TYPE a_total counter\na_total{process="${name}"} ${name}\n`;
  const more = '# HELP b What it is\n# TYPE b gauge\nb{process="2"} 7\n';
  expect(mergeExpositions([of('1'), '', of('2') + more])).toBe(
    '# HELP a_total What it is\n# TYPE a_total counter\na_total{process="1"} 1\na_total{process="2"} 2\n# HELP b What it is\n# TYPE b gauge\nb{process="2"} 7\n',
  );
});

test('a process answers its own question only; one that is gone, or says nothing for two seconds, has no numbers', async () => {
  expect(await scrapeProcess(aProcess(({ scrape }) => ({ scrape, text: 'numbers' })))).toBe('numbers');
  const gone = aProcess(() => undefined);
  const asked = scrapeProcess(gone);
  gone.emit('exit');
  expect(await asked).toBe(null);
  vi.useFakeTimers();
  try {
    const silent = scrapeProcess(aProcess(({ scrape }) => ({ scrape: scrape + 1, text: 'of another question' })));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await silent).toBe(null);
  } finally {
    vi.useRealTimers();
  }
});
