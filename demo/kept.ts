import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sourceHashOf } from '../apps/api/src/catalogue/import/index.ts';

const folder = join(import.meta.dirname, '../node_modules/.cache/demo-pictures');

/**
 * A cache on disk for the pictures made of the demo's drawings: making them takes a third of loading it. The key holds everything
 * that the result depends on; a file that cannot be read is made again.
 */
export async function kept<Made>(key: readonly (Buffer | string)[], make: () => Promise<Made>): Promise<Made> {
  const path = join(folder, sourceHashOf(Buffer.concat(key.map((part) => Buffer.from(part)))));
  const earlier: Made | null = await readFile(path)
    .then(deserialize)
    .catch(() => null);
  if (earlier) return earlier;
  const made = await make();
  // A start must not fail where the packages cannot be written to.
  await write(path, serialize(made)).catch(() => {});
  return made;
}

/** Complete or not at all: two starts may write at once, and one may be killed. */
async function write(path: string, bytes: Buffer) {
  await mkdir(folder, { recursive: true });
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, bytes);
  await rename(partial, path);
}
