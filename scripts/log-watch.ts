import { closeSync, openSync, readSync } from 'node:fs';

const EVERY_MS = 500;
const WARNING = 40;

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

/** The sentence of a warning or an error in the processes' JSON log; nothing for other lines. */
export function warningIn(line: string): string | null {
  if (!line.startsWith('{"level":') || Number.parseInt(line.slice(9), 10) < WARNING) return null;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter((part) => part !== undefined && part !== '').join(': ');
  } catch {
    return null;
  }
}
