import fastify from 'fastify';
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
    const rounds: { hello: Load; ours: Load; ratio: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const hello = await greet();
      const ours = await ask();
      rounds.push({ hello, ours, ratio: ours.requestsPerSecond / hello.requestsPerSecond });
    }
    const { hello, ours, ratio } = medianBy(rounds, (round) => round.ratio);
    measurements.push({ what, baseline: `hello ${rate(hello)}`, ours: rate(ours), ratio, budget: '≥ 0.5', met: ratio >= SMALLEST_RATIO });
  }
  return measurements;
}

/** The fastest answer that the framework can give on this machine: the baseline of every request rate. */
export async function startHello(): Promise<{ url: string; stop: () => Promise<void> }> {
  const app = fastify();
  app.get('/', () => 'hello');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => app.close() };
}
