import type { Spans } from '../../src/watch/spans.ts';
import { createWatch, type Watch } from '../../src/watch/watch.ts';
import { SECRET } from './customers.ts';

/** One line of the log. */
type Line = Readonly<Record<string, unknown>> & { readonly event?: string; readonly msg?: string };

/** A watch whose lines a test can look at, as they would be written. */
export function aWatch({ process = 'test', now, spans = null }: { process?: string; now?: () => number; spans?: Spans | null } = {}) {
  const written: string[] = [];
  const watch = createWatch({
    process,
    level: 'info',
    secret: SECRET,
    spans,
    destination: { write: (line) => void written.push(line) },
    ...(now ? { now } : {}),
  });
  const lines = () => written.map((line) => JSON.parse(line) as Line);
  return {
    watch,
    lines,
    /** The lines of one event. */
    told: (event: string) => lines().filter((line) => line.event === event),
    text: () => written.join(''),
  };
}

/** For what is not about the log. */
export const silent: Watch = createWatch({ process: 'test', level: 'silent', secret: SECRET });
