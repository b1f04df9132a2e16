import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';
import type { Aim } from './targets.ts';
import { type Rate, rateOf } from './timing.ts';

const run = promisify(execFile);
const CONNECTIONS = 128;
const PATH = '/v2/Proceso/0/Posiciones/Tomar';
/** More requests than any run sends, so that no claim is asked for twice. */
const PREPARED = 120_000;

/** Claims as fast as they are answered: every one a call with its own session, places and idempotency key. */
export async function httpClaims({ origin, buyers }: Stage, aim: Aim, seconds: number): Promise<Rate> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-wrk-'));
  try {
    const lines = Array.from({ length: PREPARED }, (_, n) => {
      const { performanceId, places } = aim(n);
      return `${buyers[n % buyers.length]?.token} {"idFuncion":${performanceId},"aPosicion":[${places}]}`;
    });
    await writeFile(join(folder, 'claims.txt'), lines.join('\n'));
    await writeFile(join(folder, 'claims.lua'), script(join(folder, 'claims.txt')));
    const wrk = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--latency', '-s', join(folder, 'claims.lua'), origin];
    const { stdout } = await run('wrk', wrk);
    const bad = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(stdout);
    if (bad) throw new Error(`claims: ${bad[0]}`);
    const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
    return {
      perSecond: figure(/Requests\/sec:\s+([\d.]+)/),
      p50Ms: milliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
      p99Ms: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const script = (file: string) => `
local claims, turn = {}, 0
for line in io.lines("${file}") do
  local token, body = line:match("^(%S+) (.+)$")
  claims[#claims + 1] = { token, body }
end
request = function()
  turn = turn + 1
  local claim = claims[(turn - 1) % #claims + 1]
  return wrk.format("POST", "${PATH}", {
    ["authorization"] = "Bearer " .. claim[1], ["content-type"] = "application/json", ["idempotency-key"] = "bench-" .. (100000000 + turn),
  }, claim[2])
end
`;

const milliseconds = (match: RegExpExecArray | null) => Number(match?.[1]) * (match?.[2] === 'us' ? 0.001 : match?.[2] === 's' ? 1000 : 1);

/** Claims at a steady rate, whether answers come or not: latency as buyers feel it. */
export async function steadyClaims({ origin, buyers }: Stage, aim: Aim, perSecond: number, seconds: number): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAt = startedAt + (n * 1000) / perSecond;
    if (dueAt > performance.now()) await sleep(dueAt - performance.now());
    const { performanceId, places } = aim(n);
    const token = buyers[n % buyers.length]?.token ?? '';
    const body = `{"idFuncion":${performanceId},"aPosicion":[${places}]}`;
    pending.push(
      post(`${origin}${PATH}`, agent, token, body, `steady-${n + 1_000_000}`).then(() => void latencies.push(performance.now() - dueAt)),
    );
  }
  await Promise.all(pending);
  agent.destroy();
  return rateOf(latencies, performance.now() - startedAt);
}

const post = (url: string, agent: Agent, token: string, body: string, key: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`claims: ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    call.on('error', reject);
    call.end(body);
  });
