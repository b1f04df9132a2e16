import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { toolEnvironment } from '../../../scripts/config.ts';
import type { TestDatabase } from './database.ts';

interface Ended {
  readonly code: number;
  /** Both of its outputs. */
  readonly said: string;
}

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
