import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of the api, below `src`, in whose text one of the patterns stands; sorted. */
export async function sourcesWith(...patterns: readonly RegExp[]): Promise<string[]> {
  const root = join(import.meta.dirname, '../../src');
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    if (patterns.some((pattern) => pattern.test(text))) found.push(file);
  }
  return found.toSorted();
}
