import { connect, type Db } from '../apps/api/src/db/connect.ts';
import { readStartConfig, StartProblem } from './config.ts';
import { lockData } from './data-lock.ts';
import { openDatabase } from './database.ts';

/** Works with the database of a running Butaca, or with one that is started for this and stopped again. */
export async function withDatabase<Result>(name: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const config = readStartConfig();
  const lock = config.databaseUrl ? null : await lockData(config.dataDirectory).catch(whenRunning);
  const database = await openDatabase(config, () => {});
  const db = connect(database.url, { connections: 2, applicationName: `butaca-${name}` });
  try {
    return await work(db);
  } finally {
    await db.end({ timeout: 5 });
    if (lock) await database.stop();
    await lock?.release();
  }
}

function whenRunning(error: unknown): null {
  if (error instanceof StartProblem) return null;
  throw error;
}
