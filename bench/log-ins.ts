import { hash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Passwords } from '../apps/api/src/customers/passwords.ts';
import { LOG_IN, newChallenge } from '../apps/api/src/customers/sign-in/challenges.ts';
import { newDevice, writeDevice } from '../apps/api/src/customers/sign-in/device-cookie.ts';
import { linkOf } from '../apps/api/src/customers/sign-in/links.ts';
import { randomId } from '../apps/api/src/db/random-id.ts';
import { authenticatorAt } from '../apps/api/test/factories/passkey.ts';
import { atLeast } from './budgets.ts';
import { PlainHttp } from './claims/plain-http.ts';
import { SECRET, type Stage } from './claims/stage.ts';
import { type Load, load } from './load.ts';
import type { Measurement, Table } from './report.ts';
import { cpuSeconds } from './server-cpu.ts';
import { medianBy } from './statistics.ts';

const ROUNDS = 5;
const PASSWORD_SECONDS = 2;
const CONNECTIONS = 64;
/** How many of a kind one round uses: about half a second. */
const IN_A_ROUND = 2400;
const PREPARED = ROUNDS * IN_A_ROUND;
const CROWD = 200;
const PASSWORD = 'Platea2026';

interface Way {
  readonly path: string;
  /** Headers and body of the nth log-in. */
  readonly headers: (n: number) => string;
  readonly body: (n: number) => string;
  readonly most: number;
}

/**
 * How many times as many log-ins as by password, whose hash is dear on purpose. A device and a mailed link cost an HMAC and two short
 * statements. A passkey's signature is checked as well: half as many.
 */
const kinds = [
  { what: 'log-ins of buyers who were on this device before', prepare: withDevices, least: 15 },
  { what: 'log-ins by passkey', prepare: withPasskeys, least: 7.5 },
  { what: 'log-ins by a mailed link', prepare: withLinks, least: 15 },
];

/** Log-ins a second of each kind, in turns, and what others notice while 200 people log in at once. */
export async function measureLogIns(stage: Stage): Promise<(Measurement | Table)[]> {
  const password = await withPasswords(stage);
  const prepared: { readonly way: Way; readonly rounds: { readonly byPassword: LogIns; readonly ours: LogIns }[] }[] = [];
  for (const { prepare } of kinds) prepared.push({ way: await prepare(stage), rounds: [] });
  for (let round = 0; round < ROUNDS; round++) {
    const byPassword = await logIns(stage, password, { from: 0, end: Number.POSITIVE_INFINITY });
    for (const { way, rounds } of prepared) {
      rounds.push({ byPassword, ours: await logIns(stage, way, { from: round * IN_A_ROUND, end: (round + 1) * IN_A_ROUND }) });
    }
  }
  const measured = prepared.map(({ rounds }, index): Measurement => {
    const { what = '', least = 0 } = kinds[index] ?? {};
    const { byPassword, ours } = medianBy(rounds, (round) => round.ours.perSecond / round.byPassword.perSecond);
    return {
      what,
      baseline: `by password ${whole(byPassword.perSecond)} /s`,
      ours: `${whole(ours.perSecond)} /s, ${ours.serverMs.toFixed(2)} ms of the server’s processor time each`,
      budgets: [atLeast(ours.perSecond / byPassword.perSecond, least)],
    };
  });
  return [...measured, await crowdTable(stage, { password, device: await withDevices(stage) })];
}

const whole = (figure: number) => Math.round(figure).toLocaleString('en');

/** One hash for all: each is compared at full cost. */
async function withPasswords({ db, buyers }: Stage): Promise<Way> {
  const hash = await new Passwords().hash(PASSWORD);
  const some = buyers.slice(0, 2000).map(({ customerId }) => customerId);
  await db`update customer set password_hash = ${hash} where id = any (${some}::text[])`;
  const rows = await db<{ email: string }[]>`select email from customer where id = any (${some}::text[])`;
  return {
    path: '/v2/Cliente/Ingreso/Token',
    headers: () => '',
    body: (n) => JSON.stringify({ cEmail: rows[n % rows.length]?.email, cClave: PASSWORD }),
    most: Number.POSITIVE_INFINITY,
  };
}

/** Each device once: what it gets back it would send the next time. */
async function withDevices({ db, buyers }: Stage): Promise<Way> {
  const devices = buyers.map(({ customerId }) => ({ customerId, ...newDevice() }));
  await db`
    insert into known_device (id, customer_id)
    select id, customer_id
      from unnest(${devices.map(({ id }) => id)}::text[], ${devices.map(({ customerId }) => customerId)}::text[]) as t (id, customer_id)`;
  const cookies = devices.map((device) => `cookie: butaca-device=${writeDevice(SECRET, device)}\r\n`);
  return { path: '/v2/Cliente/Ingreso/Dispositivo', headers: (n) => cookies[n] ?? '', body: () => '{}', most: devices.length };
}

/** Challenges are signed beforehand: that is the work of the buyers' devices. */
async function withPasskeys({ db, buyers, origin }: Stage): Promise<Way> {
  // The product's own name for itself.
  const site = `http://localhost:${new URL(origin).port}`;
  const owners = buyers.slice(0, PREPARED).map(({ customerId }) => ({ customerId, device: authenticatorAt(site) }));
  await db`
    insert into passkey (id, customer_id, name, credential_id, public_key, counter, transports)
    select id, customer_id, 'Teléfono', credential_id, decode(public_key, 'base64'), 0, '{internal}'
      from unnest(${owners.map(() => randomId())}::text[], ${owners.map(({ customerId }) => customerId)}::text[],
                  ${owners.map(({ device }) => device.credentialId)}::text[],
                  ${owners.map(({ device }) => device.publicKey.toString('base64'))}::text[]) as t (id, customer_id, credential_id, public_key)`;
  const signed = owners.map(({ customerId, device }) => {
    const challenge = Buffer.from(newChallenge(SECRET, LOG_IN)).toString('base64url');
    return device.sign(JSON.stringify({ challenge }), { userHandle: Buffer.from(customerId).toString('base64url') });
  });
  return {
    path: '/v2/Cliente/Ingreso/Llave',
    headers: () => '',
    body: (n) => JSON.stringify({ cLlave: signed[n] }),
    most: signed.length,
  };
}

/** Each in the browser that asked for it. */
async function withLinks({ db, buyers }: Stage): Promise<Way> {
  const links = buyers
    .slice(0, PREPARED)
    .map(({ customerId }) => ({ customerId, id: randomId(), browser: randomBytes(32).toString('base64url') }));
  await db`
    insert into log_in_link (id, customer_id, browser)
    select id, customer_id, browser
      from unnest(${links.map(({ id }) => id)}::text[], ${links.map(({ customerId }) => customerId)}::text[],
                  ${links.map(({ browser }) => hash('sha256', `link ${browser}`, 'base64url'))}::text[]) as t (id, customer_id, browser)`;
  return {
    path: '/v2/Cliente/Ingreso/Enlace/Usar',
    headers: (n) => `cookie: butaca-link=${links[n]?.browser}\r\n`,
    body: (n) => JSON.stringify({ cEnlace: linkOf(SECRET, links[n]?.id ?? '') }),
    most: links.length,
  };
}

interface LogIns {
  readonly perSecond: number;
  readonly serverMs: number;
}

/** Each of a range once, or again and again for two seconds. Only sessions that were opened count: a refusal is an answer too. */
async function logIns(
  { origin, metrics }: Stage,
  { path, headers, body }: Way,
  { from, end }: { readonly from: number; readonly end: number },
): Promise<LogIns> {
  const http = new PlainHttp(origin, CONNECTIONS);
  let next = from;
  let opened = 0;
  const cpuBefore = await cpuSeconds(metrics);
  const startedAt = performance.now();
  const until = startedAt + (Number.isFinite(end) ? Number.POSITIVE_INFINITY : PASSWORD_SECONDS * 1000);
  const caller = async () => {
    while (next < end && performance.now() < until) {
      const n = next++;
      if ((await http.post(path, headers(n), body(n))).includes('"nCode":200')) opened += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  const seconds = (performance.now() - startedAt) / 1000;
  http.close();
  return { perSecond: opened / seconds, serverMs: (((await cpuSeconds(metrics)) - cpuBefore) * 1000) / opened };
}

/** The page and a call of a customer, alone and beside 200 people who log in again and again. */
async function crowdTable(stage: Stage, ways: { readonly password: Way; readonly device: Way }): Promise<Table> {
  const token = stage.buyers.at(-1)?.token ?? '';
  const asked = {
    'cached page `/`': () => load(`${stage.origin}/`, { seconds: 2 }),
    '`GET /v2/Cliente/Informacion`': () =>
      load(`${stage.origin}/v2/Cliente/Informacion`, { seconds: 2, headers: { authorization: `Bearer ${token}` } }),
  };
  const rows: string[][] = [];
  for (const [what, ask] of Object.entries(asked)) {
    await ask();
    const alone = await ask();
    const cells = [what, shown(alone)];
    for (const way of [ways.password, ways.device]) cells.push(shown(await beside(stage, way, ask)));
    rows.push(cells);
  }
  return {
    title: 'While 200 people log in at once',
    note: 'The same calls as fast as they are answered: alone, beside 200 people who log in by password again and again, and beside 200 on a remembered device. Who finds no room waits the second that the answer asks for.',
    columns: ['What', 'Alone', 'By password', 'By device'],
    rows,
  };
}

const shown = ({ requestsPerSecond, p50Ms, p99Ms }: Load) =>
  `${whole(requestsPerSecond)} /s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;

let used = 0;

async function beside({ origin }: Stage, { path, headers, body, most }: Way, ask: () => Promise<Load>): Promise<Load> {
  const http = new PlainHttp(origin, CROWD);
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      const n = used++ % Math.min(most, 1e9);
      const answer = await http.post(path, headers(n), body(n));
      // Who finds no room is told to try again in a second, and does.
      if (!answer.includes('"nCode":200')) await sleep(1000);
    }
  };
  const crowd = Promise.all(Array.from({ length: CROWD }, caller));
  const result = await ask();
  isOver = true;
  await crowd;
  http.close();
  return result;
}
