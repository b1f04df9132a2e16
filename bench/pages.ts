import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost } from './budgets.ts';
import { aims, type Stage } from './claims/stage.ts';
import { steadyClaims } from './claims/steady.ts';
import { measureFirstRendering } from './first-rendering.ts';
import { type Load, wrk } from './load.ts';
import type { Measurement } from './report.ts';
import { medianBy } from './statistics.ts';

const CLAIMS_PER_SECOND = 300;
const SECONDS = 5;
const ROUNDS = 5;
const CROWD = 64;
/** Of p99 alone. */
const MOST_P99 = 8;

/** Pages that nobody asked for before: what one costs, and what a crowd of them does to claims. */
export async function measurePages(stage: Stage): Promise<Measurement[]> {
  return [await measureFirstRendering(stage.origin), ...(await measureClaimsBesideCrowd(stage))];
}

/** Claims at a steady rate, alone and beside connections that ask for new searches and for shows and venues that are not there. */
async function measureClaimsBesideCrowd(stage: Stage): Promise<Measurement[]> {
  const aim = aims(stage.performances, stage.placeCount).spread;
  const folder = await mkdtemp(join(tmpdir(), 'butaca-crowd-'));
  try {
    const script = join(folder, 'crowd.lua');
    await writeFile(script, newAddresses);
    const claims = async () => {
      await stage.reset();
      return steadyClaims(stage, aim, CLAIMS_PER_SECOND, SECONDS);
    };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await claims();
      await stage.reset();
      const crowd = wrk(stage.origin, { connections: CROWD, seconds: SECONDS + 2, options: ['-s', script], anyStatus: true });
      rounds.push({ alone, beside: await steadyClaims(stage, aim, CLAIMS_PER_SECOND, SECONDS), crowd: await crowd });
    }
    const { alone, beside, crowd } = medianBy(rounds, (round) => round.beside.p99Ms / round.alone.p99Ms);
    return [
      {
        what: `claims, ${CLAIMS_PER_SECOND} /s, beside ${CROWD} connections of pages that nobody asked for before`,
        baseline: `alone p50 ${alone.p50Ms.toFixed(1)} ms, p99 ${alone.p99Ms.toFixed(1)} ms`,
        ours: `p50 ${beside.p50Ms.toFixed(1)} ms, p99 ${beside.p99Ms.toFixed(1)} ms; pages ${told(crowd)}; generator's own delay p99 ${beside.sentLateP99Ms.toFixed(1)} ms`,
        budgets: [atMost(beside.p99Ms / alone.p99Ms, MOST_P99, 'p99', 'alone')],
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const told = ({ requestsPerSecond, p99Ms }: Load) => `${Math.round(requestsPerSecond).toLocaleString('en')} /s, p99 ${p99Ms.toFixed(0)} ms`;

/** Half of them searches, which have no end; each address once. */
const newAddresses = `
local turn, start = 0, os.time() % 100000
request = function()
  turn = turn + 1
  local new = start .. "x" .. turn
  local path = "/AdvancedSearch?cBuscar=" .. new
  if turn % 4 == 0 then path = "/landing/no-show-" .. new end
  if turn % 4 == 2 then path = "/establecimiento/x/" .. (100000 + turn) end
  return "GET " .. path .. " HTTP/1.1\\r\\nhost: bench\\r\\naccept-encoding: br\\r\\n\\r\\n"
end
`;
