import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import type { Db } from '../apps/api/src/db/connect.ts';
import { readStartConfig } from './config.ts';
import { withDatabase } from './database.ts';

/** What a command that checks books works with; its tests hand in their own. */
export interface Outside {
  /** Works with the database, once what was given can be read. */
  readonly withDatabase: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  readonly brand: () => Promise<Brand>;
  readonly log: (line: string) => void;
  readonly complain: (line: string) => void;
}

export const outsideOf = (command: string): Outside => ({
  withDatabase: (work) => withDatabase(command, work),
  brand: async () => {
    const { brand, brandsDirectory } = readStartConfig();
    return (await loadBrand(brand, brandsDirectory)).brand;
  },
  log: console.log,
  complain: console.error,
});
