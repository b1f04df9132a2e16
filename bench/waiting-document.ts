import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aheadOf, type QueueDocument, waitOf } from '@butaca/fair-queue';
import { nextAskMs } from '../apps/waiting-room/app/room/timing.ts';
import { absolute, atMost } from './budgets.ts';
import { openSession, type Stage } from './claims/stage.ts';
import { wrk } from './load.ts';
import type { Measurement } from './report.ts';
import { measureRequests, startHello } from './requests.ts';
import { cpuSeconds } from './server-cpu.ts';
import { medianBy } from './statistics.ts';

const WAITERS = 100_000;
/** All of them are called within twenty minutes. The faster the line moves, the more of them are close and ask often. */
const CALLED_PER_MINUTE = 5000;
/** Each stands for a hundred browsers, as the connections of a proxy in front of the api do. */
const CONNECTIONS = 1000;
const SECONDS = 5;
const ROUNDS = 3;
/** Of what a bare hello costs, asked for by the same connections as often. */
const MOST_CPU = 3;
const IDLE_SECONDS = 5;
const READY_WITHIN_MS = 15_000;

/** The document of a room in which 100,000 wait: what each request costs the process that answers them all, and how fast it could at most. */
export async function measureWaitingDocument(stage: Stage): Promise<Measurement[]> {
  const path = await openCrowdedRoom(stage);
  const hello = await startHello();
  try {
    return [
      await measureCrowd(stage, path, hello.url),
      await measureKnob(stage, path),
      ...(await measureRequests(stage.origin, hello.url, { 'waiting document': path })),
    ];
  } finally {
    await hello.stop();
    await closeRoom(stage);
  }
}

async function measureCrowd(stage: Stage, path: string, helloUrl: string): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-waiters-'));
  try {
    const { whileItMoves, atTheStart } = askedPerSecond((await (await fetch(`${stage.origin}${path}`)).json()) as QueueDocument);
    const asked = Math.max(whileItMoves, atTheStart);
    const crowdAt = async (url: string) => {
      const script = join(folder, `${new URL(url).port}.lua`);
      await writeFile(script, waiters(new URL(url).pathname, asked));
      return (seconds: number) => wrk(url, { connections: CONNECTIONS, seconds, options: ['-s', script] });
    };
    const [ask, greet] = [await crowdAt(`${stage.origin}${path}`), await crowdAt(helloUrl)];
    // The hello is answered by this process, which only waits meanwhile.
    const ownCpuSeconds = async () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
    const serverCpuSeconds = () => cpuSeconds(stage.metrics);
    await ask(2);
    await greet(2);
    const idle = await withCpu(serverCpuSeconds, () => sleep(IDLE_SECONDS * 1000));
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await withCpu(ownCpuSeconds, () => greet(SECONDS));
      const ours = await withCpu(serverCpuSeconds, () => ask(SECONDS));
      // What is done without a crowd does not grow with it.
      const costMs = ((ours.share - idle.share) / ours.result.requestsPerSecond) * 1000;
      rounds.push({ load: ours.result, costMs, bareMs: (bare.share / bare.result.requestsPerSecond) * 1000 });
    }
    const { load, costMs, bareMs } = medianBy(rounds, (round) => round.costMs / round.bareMs);
    return {
      what: `document of a waiting room with ${count(WAITERS)} who wait, processor time of a request`,
      baseline: `hello, asked for as often ${bareMs.toFixed(3)} ms`,
      ours: `${costMs.toFixed(3)} ms; ${count(load.requestsPerSecond)} /s, p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms; ${percent(idle.share + (costMs / 1000) * asked)} of a core for all, whose pages ask ${count(whileItMoves)} times a second when ${count(CALLED_PER_MINUTE)} are called a minute, ${count(atTheStart)} at the start`,
      budgets: [atMost(costMs / bareMs, MOST_CPU)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The share of one core that was used meanwhile. */
async function withCpu<Result>(
  secondsSoFar: () => Promise<number>,
  work: () => Promise<Result>,
): Promise<{ share: number; result: Result }> {
  const before = await secondsSoFar();
  const startedAt = performance.now();
  const result = await work();
  return { share: ((await secondsSoFar()) - before) / ((performance.now() - startedAt) / 1000), result };
}

/** What the waiting page makes of this document, in the browser of everybody in the room. */
function askedPerSecond(document: QueueDocument) {
  const { serving, issued } = document.lanes.general;
  const asking = { document, failures: 0, retryAfterMs: 0 };
  const pauseMs = (position: number) => {
    const wait = waitOf(aheadOf({ lane: 'general', position }, document), CALLED_PER_MINUTE);
    return nextAskMs({ ...asking, screen: { kind: 'in_line', wait }, now: document.serverNow, random: 0.5 }) ?? Number.POSITIVE_INFINITY;
  };
  let whileItMoves = 0;
  for (let position = serving; position < issued; position++) whileItMoves += 1000 / pauseMs(position);
  const gathering = { ...document, phase: 'pre', startsAt: document.serverNow + 1, lanes: gathered(document) } as const;
  const lastMs = nextAskMs({ ...asking, document: gathering, screen: { kind: 'before_draw' }, now: document.serverNow, random: 1 }) ?? 0;
  return { whileItMoves, atTheStart: WAITERS / (lastMs / 1000) };
}

/** All who wait in this room, before its draw. */
const gathered = ({ lanes }: QueueDocument): QueueDocument['lanes'] => {
  const nobody = { issued: 0, serving: 0, lapsed: 0 };
  return { priority: nobody, general: { ...nobody, issued: lanes.general.issued - lanes.general.serving }, late: nobody };
};

const TURNS = 10;
/** How often the leader of a room writes its document: an interval of the protocol, whatever the machine. */
const TICK_MS = 1000;
const MOST_TICKS = 3;

/** An organiser pauses the room and lets it go on, again and again: how long until the document that everybody reads says so. */
async function measureKnob({ db, origin, performances, buyers: [organiser] }: Stage, path: string): Promise<Measurement> {
  const organiserId = organiser?.customerId ?? '';
  await db`update customer set role = 'organiser' where id = ${organiserId}`;
  const token = await openSession(db, organiserId);
  const delays: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = await (await fetch(`${origin}${path}`)).text();
    const phaseOf = (text: string) => (JSON.parse(text) as { phase: string }).phase;
    const startedAt = performance.now();
    const moved = await fetch(`${origin}/v2/Oficina/Fila/${performances[0] ?? 0}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cAccion: turn % 2 === 0 ? 'PAUSAR' : 'REANUDAR' }),
    });
    const { nCode } = (await moved.json()) as { nCode: number };
    if (nCode !== 200) throw new Error(`the room was not moved: ${nCode}`);
    while (phaseOf(await (await fetch(`${origin}${path}`)).text()) === phaseOf(before)) await sleep(20);
    delays.push(performance.now() - startedAt);
  }
  await db`update customer set role = 'customer' where id = ${organiserId}`;
  const worst = Math.max(...delays);
  return {
    what: `a waiting room is paused, or goes on: until its document says so, worst of ${TURNS}`,
    baseline: `the room’s tick ${TICK_MS.toLocaleString('en')} ms`,
    ours: `${worst.toFixed(0)} ms`,
    budgets: [absolute(`≤ ${MOST_TICKS} ticks`, worst <= MOST_TICKS * TICK_MS)],
  };
}

const count = (value: number) => Math.round(value).toLocaleString('en');
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

/** Each connection asks, and asks again after its part of the interval, a quarter more or less as browsers do; as they come, compressed. */
const waiters = (path: string, perSecond: number) => `
local mean = ${(CONNECTIONS * 1000) / perSecond}
math.randomseed(7)
delay = function() return math.floor(mean * (0.75 + math.random() * 0.5) + 0.5) end
request = function() return "GET ${path} HTTP/1.1\\r\\nhost: bench\\r\\naccept-encoding: gzip, deflate, br\\r\\n\\r\\n" end
`;

/** Drawn an hour ago and still full. Written past the office, which opens a room with its draw ahead; the api notices within a second. */
async function openCrowdedRoom({ db, origin, performances }: Stage): Promise<string> {
  const [performanceId = 0] = performances;
  const secret = '5e'.repeat(32);
  const commitment = createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
  await closeRoom({ performances, db });
  await db`
    insert into queue_room (performance_id, phase, starts_at, secret, commitment, seed, drawn_at, drawn_priority, drawn_general,
                            per_minute, most_inside, grace_seconds, pass_minutes)
    values (${performanceId}, 'active', now() - interval '1 hour', ${secret}, ${commitment}, ${commitment}, now() - interval '1 hour', 1000, ${WAITERS},
            600, 2000, 600, 10)`;
  await db`
    insert into queue_line (performance_id, epoch, lane, issued, serving, drawn)
    values (${performanceId}, 1, 'priority', 1000, 1000, 1000), (${performanceId}, 1, 'general', ${2 * WAITERS}, ${WAITERS}, ${WAITERS}),
           (${performanceId}, 1, 'late', 0, 0, 0)`;
  const path = `/cola/${performanceId}.json`;
  for (const until = Date.now() + READY_WITHIN_MS; !(await fetch(`${origin}${path}`)).ok; await sleep(200))
    if (Date.now() > until) throw new Error(`${path} has no document`);
  return path;
}

async function closeRoom({ db, performances }: Pick<Stage, 'db' | 'performances'>) {
  await db`delete from queue_room where performance_id = ${performances[0] ?? 0}`;
}
