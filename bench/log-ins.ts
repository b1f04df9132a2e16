import { Passwords } from '../apps/api/src/customers/passwords.ts';
import { newDevice, writeDevice } from '../apps/api/src/customers/sign-in/device-cookie.ts';
import { PlainHttp } from './claims/plain-http.ts';
import type { Stage } from './claims/stage.ts';
import { type Load, load } from './load.ts';
import type { Measurement, Table } from './report.ts';

const SECONDS = 5;
const CONNECTIONS = 64;
const LEAST_WITH_DEVICE = 2000;
const CROWD = 200;
const PASSWORD = 'Platea2026';
/** Of the stage's product. */
const SECRET = 'the secret of the benchmarks, long enough for anybody';

interface Way {
  readonly path: string;
  /** Headers and body of the nth log-in. */
  readonly headers: (n: number) => string;
  readonly body: (n: number) => string;
  readonly most: number;
}

/** Log-ins a second by password and by a remembered device, and what others notice while 200 people log in at once. */
export async function measureLogIns(stage: Stage): Promise<(Measurement | Table)[]> {
  const passwordWay = await withPasswords(stage);
  const deviceWay = await withDevices(stage);
  const byPassword = await logInsPerSecond(stage, passwordWay);
  const byDevice = await logInsPerSecond(stage, deviceWay);
  return [
    {
      what: 'log-ins of buyers who were on this device before',
      baseline: `by password ${whole(byPassword)} /s`,
      ours: `${whole(byDevice)} /s`,
      ratio: byDevice / byPassword,
      budget: `≥ ${whole(LEAST_WITH_DEVICE)} /s`,
      met: byDevice >= LEAST_WITH_DEVICE,
    },
    await crowdTable(stage, { password: await withPasswords(stage), device: await withDevices(stage) }),
  ];
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

/** Only sessions that were opened count: a refusal is an answer too. */
async function logInsPerSecond({ origin }: Stage, { path, headers, body, most }: Way): Promise<number> {
  const http = new PlainHttp(origin, CONNECTIONS);
  const until = performance.now() + SECONDS * 1000;
  let next = 0;
  let opened = 0;
  const startedAt = performance.now();
  const caller = async () => {
    while (next < most && performance.now() < until) {
      const n = next++;
      if ((await http.post(path, headers(n), body(n))).includes('"nCode":200')) opened += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  const seconds = (performance.now() - startedAt) / 1000;
  http.close();
  return opened / seconds;
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
    note: 'The same calls as fast as they are answered: alone, beside 200 connections that log in by password, and beside 200 that log in on a remembered device.',
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
      await http.post(path, headers(n), body(n));
    }
  };
  const crowd = Promise.all(Array.from({ length: CROWD }, caller));
  const result = await ask();
  isOver = true;
  await crowd;
  http.close();
  return result;
}
