import { type Load, load } from './load.ts';
import type { Measurement } from './report.ts';

const SECONDS = 4;
const SMALLEST_RATIO = 0.5;
const asBrowsersDo = { 'accept-encoding': 'gzip, deflate, br' };

const rate = ({ requestsPerSecond, p99Ms }: Load) => `${Math.round(requestsPerSecond).toLocaleString('en')} /s, p99 ${p99Ms.toFixed(1)} ms`;

/** Cached answers against a bare hello, each asked alone, hello before and after so that drift shows in neither. */
export async function measureRequests(origin: string, helloUrl: string, paths: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [what, path] of Object.entries(paths)) {
    await load(`${origin}${path}`, { seconds: 1, headers: asBrowsersDo });
    const before = await load(helloUrl, { seconds: SECONDS });
    const ours = await load(`${origin}${path}`, { seconds: SECONDS, headers: asBrowsersDo });
    const after = await load(helloUrl, { seconds: SECONDS });
    const hello = {
      requestsPerSecond: (before.requestsPerSecond + after.requestsPerSecond) / 2,
      p99Ms: Math.max(before.p99Ms, after.p99Ms),
    };
    const ratio = ours.requestsPerSecond / hello.requestsPerSecond;
    measurements.push({ what, baseline: `hello ${rate(hello)}`, ours: rate(ours), ratio, budget: '≥ 0.5', met: ratio >= SMALLEST_RATIO });
  }
  return measurements;
}
