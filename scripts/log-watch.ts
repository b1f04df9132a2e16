import { closeSync, openSync, readSync } from 'node:fs';

const EVERY_MS = 500;
const WARNING = /"level":[4-6]0/;
/** A start on a busy machine has dozens; they are for whoever looks for what is slow. */
const ONLY_IN_THE_LOG: readonly (string | undefined)[] = ['slow-statement'];

/** Repeats on the terminal what a process writes into its log at warning level or above; everything else stays in the file. */
export function watchLog(path: string, { from, name }: { from: number; name: string }): () => void {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  let at = from;
  let begun = '';
  const look = () => {
    for (let read = readSync(file, buffer, 0, buffer.length, at); read > 0; read = readSync(file, buffer, 0, buffer.length, at)) {
      at += read;
      const lines = (begun + buffer.toString('utf8', 0, read)).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) {
        const warning = warningIn(line);
        if (warning) console.log(`  ${name}: ${warning}`);
      }
    }
  };
  const timer = setInterval(look, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    closeSync(file);
  };
}

/** What a line says of an error: an event's, or the framework's own. */
interface Told {
  readonly message?: string;
}

/** The sentence of a warning or an error in the processes' JSON logs; nothing for other lines. */
export function warningIn(line: string): string | null {
  if (!line.startsWith('{') || !WARNING.test(line)) return null;
  try {
    const { event, msg, error, err } = JSON.parse(line) as { event?: string; msg?: string; error?: Told; err?: Told };
    if (ONLY_IN_THE_LOG.includes(event)) return null;
    return [msg, (error ?? err)?.message].filter((part) => part !== undefined && part !== '').join(': ');
  } catch {
    return null;
  }
}
