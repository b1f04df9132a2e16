import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// biome-ignore lint/suspicious/noExplicitAny: the JSON of a brand, before it is checked
export type BrandJson = Record<string, any>;

const ours = join(import.meta.dirname, '../brands');

/** A new folder with this brand as journeys want it to be configured; whoever asked for it removes it. */
export async function brandsWith(brand: string, change: (json: BrandJson) => void, from: string = ours): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'butaca-brands-'));
  await cp(join(from, brand), join(directory, brand), { recursive: true });
  const file = join(directory, brand, 'brand.json');
  const json = JSON.parse(await readFile(file, 'utf8')) as BrandJson;
  // Journeys name the wallets that they need; those of a person who tries the product stand aside.
  json.payments &&= { methods: json.payments.methods.filter(({ onlyIfConfigured }: BrandJson) => !onlyIfConfigured) };
  change(json);
  await writeFile(file, JSON.stringify(json));
  return directory;
}
