import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Rate, rateOf } from '../statistics.ts';
import { PlainHttp, watchOwnCpu } from './plain-http.ts';
import type { Aim, Stage } from './stage.ts';

const CONNECTIONS = 256;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Steady extends Rate {
  /** How late the generator itself sent: part of each latency, and none of the server's. */
  readonly sentLateP99Ms: number;
  readonly generatorCpu: string;
}

/** Claims at a steady rate, whether answers come or not: latency as buyers feel it, from the moment each was due. */
export async function steadyClaims({ origin, buyers }: Stage, aim: Aim, perSecond: number, seconds: number): Promise<Steady> {
  // What the rounds before left in this process is not collected while the clock runs: the generator would send late.
  collectGarbage();
  const http = new PlainHttp(origin, CONNECTIONS);
  const generatorCpu = watchOwnCpu();
  const latencies: number[] = [];
  const sentLate: number[] = [];
  const pending: Promise<void>[] = [];
  const count = Math.round(perSecond * seconds);
  const startedAt = performance.now();
  for (let n = 0; n < count; n++) {
    const dueAt = startedAt + (n * 1000) / perSecond;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    const { performanceId, places } = aim(n);
    const headers = `authorization: Bearer ${buyers[n % buyers.length]?.token}\r\nidempotency-key: steady-${n + 1_000_000}\r\n`;
    sentLate.push(performance.now() - dueAt);
    pending.push(
      http.post('/v2/Proceso/0/Posiciones/Tomar', headers, `{"idFuncion":${performanceId},"aPosicion":[${places}]}`).then(() => {
        latencies.push(performance.now() - dueAt);
      }),
    );
  }
  await Promise.all(pending);
  http.close();
  return {
    ...rateOf(latencies, performance.now() - startedAt),
    sentLateP99Ms: rateOf(sentLate, 1).p99Ms,
    generatorCpu: generatorCpu(),
  };
}
