import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { loadBrand } from '@butaca/brand/load';
import { toolEnvironment } from '../../../scripts/config.ts';
import type { Outside } from '../../../scripts/outside.ts';
import type { Db } from '../src/db/connect.ts';
import type { TestDatabase } from './database.ts';

interface Ended {
  readonly code: number;
  /** Both of its outputs. */
  readonly said: string;
}

/** A command that checks books, in this process, with the default brand. */
export const runHere =
  (command: (args: readonly string[], outside: Outside) => Promise<number>, db: Db) =>
  async (...args: readonly string[]): Promise<Ended> => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const brand = async () => (await loadBrand('butaca')).brand;
    const code = await command(args, { withDatabase: (work) => work(db), brand, log: say, complain: say });
    return { code, said: said.join('\n') };
  };

/** A command of `scripts/` on this database, as an operator runs it. */
export const scriptOn =
  (database: TestDatabase, file: string) =>
  (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const env = toolEnvironment({ PATH: process.env.PATH, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl });
      const options = { cwd: join(import.meta.dirname, '../../..'), env };
      execFile(process.execPath, [`scripts/${file}`, ...args], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}` });
      });
    });
