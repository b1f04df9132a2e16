import { ageOpenPurchases } from '../demo/queries.ts';
import { readStartConfig, StartProblem } from './config.ts';
import { withDatabase } from './database.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = 'npm run pass-time -- MINUTES, a whole number from 1 to 60';

/** For demonstrations: what takes a buyer twelve minutes of waiting happens now. */
try {
  const minutes = Number(process.argv[2]);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 60) throw new StartProblem(USAGE);
  if (readStartConfig().production) throw new StartProblem('NODE_ENV: time passes by itself in production');
  const aged = await withDatabase('pass-time', (db) => ageOpenPurchases(db, minutes));
  console.log(`${minutes} minutes have passed for ${aged === 1 ? 'one open purchase' : `${aged} open purchases`}`);
} catch (error) {
  console.error(sentenceOf(error).replace(/^the start failed/, 'no time has passed'));
  process.exitCode = 1;
}
