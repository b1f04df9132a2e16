import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sourceHashOf } from '../apps/api/src/catalogue/import/index.ts';

const folder = join(import.meta.dirname, '../node_modules/.cache/demo-pictures');

/**
 * What is made of a drawing of the demo: the drawings never change, and making pictures of them is a third of loading it, so what an
 * earlier start made is read again. The key holds everything that the result depends on.
 */
export async function kept<Made>(key: readonly (Buffer | string)[], make: () => Promise<Made>): Promise<Made> {
  const path = join(folder, sourceHashOf(Buffer.concat(key.map((part) => Buffer.from(part)))));
  const earlier = await readFile(path).catch(() => null);
  if (earlier) return deserialize(earlier) as Made;
  const made = await make();
  await mkdir(folder, { recursive: true });
  // Complete or not there: two starts may write at once, and one may be killed.
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, serialize(made));
  await rename(partial, path);
  return made;
}
