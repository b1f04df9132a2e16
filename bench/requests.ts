import fastify from 'fastify';
import { atLeast } from './budgets.ts';
import type { Stage } from './claims/stage.ts';
import { type Load, load } from './load.ts';
import type { Measurement } from './report.ts';
import { medianBy } from './statistics.ts';

const ROUNDS = 7;
const SECONDS = 2;
const SMALLEST_RATIO = 0.5;
const asBrowsersDo = { 'accept-encoding': 'gzip, deflate, br' };

const rate = ({ requestsPerSecond, p99Ms }: Load) => `${Math.round(requestsPerSecond).toLocaleString('en')} /s, p99 ${p99Ms.toFixed(1)} ms`;

/**
 * Cached answers compared with a bare hello. The two alternate in short rounds, because the speed of a shared machine changes by the
 * second, by more than the difference that is measured; the median round counts.
 */
export async function measureRequests(origin: string, helloUrl: string, paths: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const ask = () => load(`${origin}${path}`, { seconds: SECONDS, headers: asBrowsersDo });
    const greet = () => load(helloUrl, { seconds: SECONDS });
    await ask();
    await greet();
    const rounds: { hello: Load; ours: Load }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ hello: await greet(), ours: await ask() });
    }
    const { hello, ours } = medianBy(rounds, (round) => round.ours.requestsPerSecond / round.hello.requestsPerSecond);
    const ratio = ours.requestsPerSecond / hello.requestsPerSecond;
    measurements.push({ what, baseline: `hello ${rate(hello)}`, ours: rate(ours), budgets: [atLeast(ratio, SMALLEST_RATIO)] });
  }
  return measurements;
}

/** How many places each sector of a stadium has left; asked for by everybody who looks at its map. */
export async function measureAvailability({ origin, performances }: Stage): Promise<Measurement[]> {
  const hello = await startHello();
  try {
    const path = `/v2/Funcion/${performances[0] ?? 0}/Disponibilidad`;
    return await measureRequests(origin, hello.url, { '`GET /v2/Funcion/:id/Disponibilidad` of a stadium': path });
  } finally {
    await hello.stop();
  }
}

/** The fastest answer that the framework can give on this machine: the baseline of every request rate. */
export async function startHello(): Promise<{ url: string; stop: () => Promise<void> }> {
  const app = fastify();
  app.get('/', () => 'hello');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => app.close() };
}
