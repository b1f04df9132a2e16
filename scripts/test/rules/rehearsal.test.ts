import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { planFaults, randomOf, sentenceOfFault } from '../../../rehearsal/plan.ts';
import { Findings, Witness } from '../../../rehearsal/witness.ts';

const MINUTES = 4 * 60_000;

test('a rehearsal breaks the same things at the same times for the same seed, and others for another', () => {
  const inWords = (seed: number) => planFaults(seed, MINUTES).map(({ atMs, fault }) => `${atMs} ${sentenceOfFault(fault)}`);
  expect(inWords(7)).toEqual(inWords(7));
  expect(inWords(8)).not.toEqual(inWords(7));
  expect(inWords(7).length).toBeGreaterThan(60);
});

test('minutes bring every kind of fault, and an outage never lasts longer than one', () => {
  const faults = [1, 2, 3, 4, 5].flatMap((seed) => planFaults(seed, 3 * MINUTES)).map(({ fault }) => fault);
  expect([...new Set(faults.map(({ kind }) => kind))].sort()).toEqual(
    ['clock', 'cut', 'gateway', 'kill', 'outage', 'silence', 'slow', 'stop', 'terminate', 'time passes'].sort(),
  );
  const outages = faults.filter(({ kind }) => kind === 'outage').map((fault) => ('forMs' in fault ? fault.forMs : 0));
  expect(Math.min(...outages)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...outages)).toBeLessThanOrEqual(60_000);
});

test('the choices of one buyer do not depend on those of others', () => {
  const [one, other] = [randomOf(7, 'buyer1'), randomOf(7, 'buyer2')];
  const alone = Array.from({ length: 5 }, () => one.below(1000));
  const again = randomOf(7, 'buyer1');
  const others: number[] = [];
  const beside = alone.map(() => {
    others.push(other.below(1000));
    return again.below(1000);
  });
  expect(beside).toEqual(alone);
  expect(others).not.toEqual(alone);
});

const aWitness = () => new Witness(new Findings(), { mostPurchases: 3 });
const place = { performanceId: 1, placeId: 7 };
const open = (purchaseId: string, leftMs = 60_000) => ({ purchaseId, sold: false, places: [place], leftMs });
const told = ({ findings, beliefs }: Witness) => {
  beliefs.judge(findings);
  return findings.told('clients');
};

test('two clients that got the same place at the same time are noticed', () => {
  const witness = aWitness();
  witness.beliefs.see(open('ana'), { sentAt: 0, receivedAt: 10 });
  witness.beliefs.see(open('luis'), { sentAt: 20, receivedAt: 30 });
  expect(told(witness)).toEqual(["place 1/7 was ana's (held, 0.010 to 60.000) and luis's (held, 0.030 to 60.020) at one time"]);
});

test('a place sold is its buyer’s for ever', () => {
  const witness = aWitness();
  witness.beliefs.see({ ...open('ana', 0), sold: true }, { sentAt: 0, receivedAt: 10 });
  witness.beliefs.see(open('luis'), { sentAt: 9_000_000, receivedAt: 9_000_010 });
  expect(told(witness)).toHaveLength(1);
});

test.each<{ why: string; leftMs?: number; ending?: (witness: Witness) => void }>([
  { why: 'its time was over', leftMs: 100 },
  { why: 'its client had sent a cancellation', ending: ({ beliefs }) => beliefs.doubt('ana', 40) },
  {
    why: 'its client was answered that it is gone',
    ending: ({ beliefs }) => beliefs.see({ ...open('ana'), places: [] }, { sentAt: 40, receivedAt: 45 }),
  },
  {
    why: 'time had passed for all',
    ending: ({ beliefs }) => {
      beliefs.aging(40);
      beliefs.aged(45);
    },
  },
])('a client that gets a place is no second one when $why', ({ leftMs = 60_000, ending }) => {
  const witness = aWitness();
  witness.beliefs.see(open('ana', leftMs), { sentAt: 0, receivedAt: 10 });
  ending?.(witness);
  witness.beliefs.see(open('luis'), { sentAt: 101, receivedAt: 102 });
  expect(told(witness)).toEqual([]);
});

test('an answer to a call from before a cancellation that was never answered proves nothing', () => {
  const witness = aWitness();
  witness.beliefs.doubt('ana', 5);
  witness.beliefs.see(open('ana'), { sentAt: 10, receivedAt: 20 });
  witness.beliefs.see(open('luis'), { sentAt: 30, receivedAt: 40 });
  expect(told(witness)).toEqual([]);
});

test('a click that is answered differently when it is repeated is noticed, and so is its refusal', () => {
  const { clicks, findings } = aWitness();
  clicks.succeeded('click', '60,61', { sentAt: 0, receivedAt: 10 });
  clicks.succeeded('click', '60,61', { sentAt: 20, receivedAt: 30 });
  // Sent before the first answer was there, it may have been judged before what the first one got was free.
  clicks.refused('click', 'places_taken', { sentAt: 5, receivedAt: 40 });
  expect(findings.count('keys')).toBe(0);
  clicks.succeeded('click', '63,64', { sentAt: 20, receivedAt: 30 });
  clicks.refused('click', 'too_many_purchases', { sentAt: 20, receivedAt: 40 });
  expect(findings.count('keys')).toBe(2);
});

test('a purchase refused as one too many is noticed when fewer can have been going on', () => {
  const { runs, findings } = aWitness();
  const [one, , , fourth] = [runs.begin('ana'), runs.begin('ana'), runs.begin('ana'), runs.begin('ana')];
  runs.refusedAsTooMany(fourth as never, 'click', { sentAt: 20, receivedAt: 30 });
  expect(findings.count('most purchases')).toBe(0);
  if (one) one.endedAt = 10;
  runs.refusedAsTooMany(fourth as never, 'click', { sentAt: 20, receivedAt: 30 });
  expect(findings.count('most purchases')).toBe(1);
});

test('an answer is a fault unless it is fine, a refusal, or a 503 that says when to come again', () => {
  const witness = aWitness();
  const fine = [
    null,
    new Response(''),
    new Response('', { status: 503, headers: { 'retry-after': '1' } }),
    new Response('', { status: 429 }),
  ];
  for (const response of fine) witness.answered('/v2', response);
  expect(witness.findings.count('faults')).toBe(0);
  witness.answered('/v2', new Response('', { status: 500, headers: { 'retry-after': '1' } }));
  for (const status of [503, 401]) witness.answered('/v2', new Response('', { status }));
  expect(witness.findings.told('faults')).toEqual([
    '/v2 was answered with 500',
    '/v2 was answered with 503 without Retry-After',
    '/v2 was answered with 401',
  ]);
});

test('the clock of a running process is moved, and moved back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-clock-'));
  const file = join(folder, 'clock');
  await writeFile(file, '3600000');
  const preload = pathToFileURL(join(import.meta.dirname, '../../../rehearsal/moved-clock.ts'));
  preload.searchParams.set('file', file);
  const tells = `setInterval(() => console.log(JSON.stringify([
    Date.now(), new Date().getTime(), new Date(5).getTime(), Temporal.Now.instant().epochMilliseconds, new Date() instanceof Date])), 20)`;
  const child = spawn(process.execPath, [`--import=${preload.href}`, '-e', tells], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const hoursAhead = async (hours: number) => {
      for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
        const clocks = JSON.parse(String(chunk).trim().split('\n').at(-1) ?? '') as number[];
        const [date, made, given, instant, isDate] = clocks;
        expect([given, isDate]).toEqual([5, true]);
        const ahead = [date, made, instant].map((clock) => Math.round(((clock ?? 0) - Date.now()) / 3_600_000));
        if (ahead.every((each) => each === hours)) return;
      }
    };
    await hoursAhead(1);
    await writeFile(file, '-7200000');
    await hoursAhead(-2);
    await writeFile(file, '0');
    await hoursAhead(0);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});
