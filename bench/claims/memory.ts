import { absolute } from '../budgets.ts';
import type { Measurement } from '../report.ts';
import { aims, type Stage } from './stage.ts';
import { steadyClaims } from './steady.ts';

const PURCHASES = 10_000;
const SECONDS = 8;
const MOST_MEGABYTES = 400;

/** What the api takes in memory with that many open purchases on a stadium that is being sold. */
export async function measureMemory(stage: Stage): Promise<Measurement[]> {
  await stage.reset();
  const aim = aims(stage.performances, stage.placeCount)['one performance'];
  await steadyClaims(stage, aim, PURCHASES / SECONDS, SECONDS);
  const [open] = await stage.db<{ count: number }[]>`select count(*)::integer as count from purchase where stage = 'open'`;
  if (open?.count !== PURCHASES) throw new Error(`${open?.count} purchases are open instead of ${PURCHASES}`);
  const metrics = await (await fetch(stage.metrics)).text();
  const megabytes = Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(metrics)?.[1]) / 2 ** 20;
  return [
    {
      what: `memory of the api, ${PURCHASES.toLocaleString('en')} open purchases, ${stage.placeCount.toLocaleString('en')} places`,
      baseline: '',
      ours: `${Math.round(megabytes)} MB`,
      budgets: [absolute(`< ${MOST_MEGABYTES} MB`, megabytes < MOST_MEGABYTES)],
    },
  ];
}
