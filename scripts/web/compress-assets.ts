import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const SMALLEST_BYTES = 512;

/** Puts a `.br` beside every text asset, once and at full strength, so that no request pays for it. */
export async function compressAssets(directory: string): Promise<void> {
  const files: string[] = [];
  for await (const file of glob('**/*.{js,css,svg,json}', { cwd: directory })) files.push(file);
  await Promise.all(files.map((file) => compress(join(directory, file))));
}

async function compress(path: string) {
  const plain = await readFile(path);
  if (plain.length < SMALLEST_BYTES) return;
  await writeFile(`${path}.br`, await brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }));
}
