import type { ChildProcess } from 'node:child_process';

/** A keeper's question for the numbers of one of its processes, and the answer. */
interface Question {
  readonly scrape: number;
}
interface Answer extends Question {
  readonly text: string;
}

/** A process that is busier than this is left out of a scrape, which says that it is. */
const ANSWERS_WITHIN_MS = 2000;

let questions = 0;

/** The numbers of a process as it exposes them; null when it does not answer in time. */
export function scrapeProcess(child: ChildProcess): Promise<string | null> {
  const scrape = ++questions;
  return new Promise((resolve) => {
    const done = (text: string | null) => {
      clearTimeout(tooLate);
      child.off('message', hear);
      child.off('exit', gone);
      resolve(text);
    };
    const hear = (message: unknown) => {
      const answer = message as Partial<Answer>;
      if (answer.scrape === scrape && typeof answer.text === 'string') done(answer.text);
    };
    const gone = () => done(null);
    const tooLate = setTimeout(gone, ANSWERS_WITHIN_MS);
    child.on('message', hear);
    child.on('exit', gone);
    if (!child.connected) return gone();
    child.send({ scrape } satisfies Question, (error) => error && gone());
  });
}

/** In the process that is asked. */
export function answerScrape(message: unknown, scrape: () => Promise<string>): void {
  const question = message as Partial<Question> | null;
  if (typeof question !== 'object' || typeof question?.scrape !== 'number') return;
  const { scrape: number } = question;
  void scrape().then((text) => process.connected && process.send?.({ scrape: number, text } satisfies Answer));
}

const START_OF_METRIC = /^# HELP (\S+)/;

/** Expositions of several processes as one: each metric stands once, with the numbers of all of them, which their label tells apart. */
export function mergeExpositions(texts: readonly string[]): string {
  const metrics = new Map<string, { readonly head: string[]; readonly samples: string[] }>();
  for (const text of texts) {
    let metric: { readonly head: string[]; readonly samples: string[] } | undefined;
    let isNew = false;
    for (const line of text.split('\n')) {
      const name = START_OF_METRIC.exec(line)?.[1];
      if (name !== undefined) {
        isNew = !metrics.has(name);
        metric = metrics.get(name) ?? { head: [], samples: [] };
        metrics.set(name, metric);
      }
      if (line === '') continue;
      if (!line.startsWith('#')) metric?.samples.push(line);
      else if (isNew) metric?.head.push(line);
    }
  }
  return `${[...metrics.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')}\n`;
}
