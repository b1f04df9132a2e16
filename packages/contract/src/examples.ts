import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** An exchange as it went over the wire: the body that was sent, the whole answer, and a refusal of the same call. */
export interface Example {
  readonly request?: unknown;
  readonly answer: unknown;
  readonly refusal?: unknown;
}

const folder = join(import.meta.dirname, '../examples');

/** By call, the exchanges of the api's tests (`apps/api/test/api/wire.test.ts` writes and holds the files). */
export const readExamples = (): Record<string, Example> =>
  Object.fromEntries(readdirSync(folder).map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]));
