import { setTimeout as sleep } from 'node:timers/promises';
import { absolute, atLeast } from '../budgets.ts';
import type { Measurement } from '../report.ts';
import { medianBy, type Rate, rateOf } from '../statistics.ts';
import { TAKE_NAMED } from './http.ts';
import { PlainHttp, watchOwnCpu } from './plain-http.ts';
import type { Stage } from './stage.ts';

const WARM_UP = 300;
const ROUNDS = 5;
const PURCHASES = 800;
const CLAIMS = 2500;
/** As many as for the claims: at an on-sale purchases come in crowds, and simultaneous ones share a transaction. */
const AT_ONCE = 128;
/** Of claims alone, because pgbench is little but commits, which are cheap on one machine and dear on another (decision 094). */
const LEAST_OF_CLAIMS = 0.07;
const CARD = '4507990000004905';

/**
 * From the first place to the paid purchase, four calls each, in turns with claims alone, the worker sending tickets beside both; cards were
 * exchanged for tokens beforehand, by the browsers. Then the mails that are left, and the bills.
 */
export async function measurePurchases(stage: Stage): Promise<Measurement[]> {
  await stage.reset();
  const cards = await tokensOf(stage.gateway, WARM_UP + ROUNDS * PURCHASES);
  const http = new PlainHttp(stage.origin, AT_ONCE);
  const [performanceId = 0, another = 0] = stage.performances;
  const sessionOf = (n: number) => stage.buyers[n % stage.buyers.length]?.token ?? '';
  const purchase = (n: number) => buy(http, { performanceId, session: sessionOf(n), card: cards[n] ?? '', n });
  // By the buyers who buy nothing here, from the last one: an account has few purchases at once.
  const claim = (n: number) => take(http, { performanceId: another, session: sessionOf(stage.buyers.length - 1 - n), n });
  await timed(purchase, 0, WARM_UP);
  await timed(claim, 0, WARM_UP);
  const rounds: { claims: Rate; purchases: Rate; generatorCpu: string }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const claims = await timed(claim, WARM_UP + round * CLAIMS, CLAIMS);
    const generatorCpu = watchOwnCpu();
    const purchases = await timed(purchase, WARM_UP + round * PURCHASES, PURCHASES);
    rounds.push({ claims, purchases, generatorCpu: generatorCpu() });
  }
  http.close();
  const { claims, purchases, generatorCpu } = medianBy(rounds, (round) => round.purchases.perSecond / round.claims.perSecond);
  return [
    {
      what: 'whole purchases: take, delivery, method, charge at the sandbox; the worker beside them',
      baseline: `claims alone ${Math.round(claims.perSecond).toLocaleString('en')} /s`,
      ours: `${Math.round(purchases.perSecond)} /s, p50 ${purchases.p50Ms.toFixed(0)} ms, p99 ${purchases.p99Ms.toFixed(0)} ms; generator ${generatorCpu}`,
      budgets: [atLeast(purchases.perSecond / claims.perSecond, LEAST_OF_CLAIMS)],
    },
    await measureMails(stage),
    await measureBills(stage),
  ];
}

/** So many from the nth on, by as many callers as come at once. */
async function timed(act: (n: number) => Promise<unknown>, from: number, count: number): Promise<Rate> {
  const latencies: number[] = [];
  let next = from;
  const startedAt = performance.now();
  await eachOf(AT_ONCE, async () => {
    while (next < from + count) {
      const began = performance.now();
      await act(next++);
      latencies.push(performance.now() - began);
    }
  });
  return rateOf(latencies, performance.now() - startedAt);
}

interface Claiming {
  readonly performanceId: number;
  readonly session: string;
  readonly n: number;
}

const take = (http: PlainHttp, { performanceId, session, n }: Claiming) =>
  call(http, session, TAKE_NAMED, `{"idFuncion":${performanceId},"aPosicion":[${2 * n},${2 * n + 1}]}`, `take-${n + 10_000_000}`);

async function call(http: PlainHttp, session: string, path: string, body: string, key?: string): Promise<string> {
  const headers = `authorization: Bearer ${session}\r\n${key === undefined ? '' : `idempotency-key: ${key}\r\n`}`;
  const answer = await http.post(path, headers, body);
  if (!answer.startsWith('{"nCode":200,')) throw new Error(`${path}: ${answer}`);
  return answer;
}

async function buy(http: PlainHttp, { card, ...claiming }: Claiming & { readonly card: string }): Promise<void> {
  const { session, n } = claiming;
  const taken = await take(http, claiming);
  const path = `/v2/Proceso/${found(taken, /"idProcesoDeCompra":"([\w-]+)"/)}`;
  await call(http, session, `${path}/EntregaTipo/Seleccionar`, '{"idEntregaTipo":1}');
  const chosen = await call(http, session, `${path}/FormaDePago/Seleccionar`, '{"nFormaDePago":1}');
  const form = {
    nFormaDePago: 1,
    cToken: card,
    cBin: CARD.slice(0, 6),
    // Each buyer has a card of their own: one that many try at once is taken for a stolen one (decision 025).
    cUltimosCuatro: String(1000 + (n % 9000)),
    nCuotas: 1,
    cTitular: 'Julia Paredes',
    cTipoDeDocumento: 'DNI',
    cDocumento: '30123456',
    cEmail: 'julia@correo.example',
    fTotal: Number(found(chosen, /"oTotal":\{[^}]*"fTotal":([\d.]+)/)),
    lAceptaTerminos: 'S',
  };
  const paid = await call(http, session, `${path}/Cobrar`, JSON.stringify(form), `charge-${n + 10_000_000}`);
  if (!paid.includes('"cResultado":"APROBADO"')) throw new Error(`a purchase was not paid: ${paid.slice(0, 300)}`);
}

async function tokensOf(gateway: string, count: number): Promise<string[]> {
  const { origin, pathname } = new URL(gateway);
  const http = new PlainHttp(origin, AT_ONCE);
  const card = JSON.stringify({
    card_number: CARD,
    card_expiration_month: '08',
    card_expiration_year: '40',
    security_code: '123',
    card_holder_name: 'JULIA PAREDES',
    card_holder_identification: { type: 'dni', number: '30123456' },
  });
  const tokens: string[] = [];
  await eachOf(AT_ONCE, async () => {
    while (tokens.length < count) {
      tokens.push(found(await http.post(`${pathname}/tokens`, 'apikey: sandbox-public-key\r\n', card), /"id":"([^"]+)"/));
    }
  });
  http.close();
  return tokens;
}

const eachOf = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work));

function found(answer: string, pattern: RegExp): string {
  const text = pattern.exec(answer)?.[1];
  if (text === undefined) throw new Error(`no ${pattern.source} in ${answer.slice(0, 300)}`);
  return text;
}

const MEASURED_SECONDS = 10;

/** Tickets on their way to their buyers after the sale: PDF, calendar and mail, by one worker. */
async function measureMails({ db }: Stage): Promise<Measurement> {
  const waiting = async () =>
    (await db<{ count: number }[]>`select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'send-tickets'`)[0]
      ?.count ?? 0;
  const before = await waiting();
  const startedAt = performance.now();
  await sleep(MEASURED_SECONDS * 1000);
  const left = await waiting();
  if (left === 0) throw new Error('the mails were sent before they could be timed');
  const perSecond = ((before - left) / (performance.now() - startedAt)) * 1000;
  return {
    what: 'mails with tickets as PDF and calendar, one worker, without purchases beside it',
    baseline: '',
    ours: `${perSecond.toFixed(0)} /s`,
    budgets: [],
  };
}

const AUTHORITY_MS = 800;
const BILLS_SECONDS = 30;
/** Numbers are given one by one, so no more can be authorised. */
const MOST_BILLS_PER_HOUR = 3_600_000 / AUTHORITY_MS;
const LEAST_BILLS = 0.45;

/** Bills of one type at one point of sale, whose numbers are given one by one, by a tax office that takes its time. */
async function measureBills({ db, taxOffice }: Stage): Promise<Measurement> {
  const authorised = async () =>
    (await db<{ count: number }[]>`select count(*)::integer as count from bill where state = 'authorised'`)[0]?.count ?? 0;
  const tell = (delayMs: number) =>
    fetch(taxOffice, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ delayMs }) });
  await tell(AUTHORITY_MS);
  // What was asked before is answered.
  await sleep(2 * AUTHORITY_MS);
  const before = await authorised();
  const startedAt = performance.now();
  await sleep(BILLS_SECONDS * 1000);
  const perHour = ((await authorised()) - before) / ((performance.now() - startedAt) / 3_600_000);
  await tell(0);
  return {
    what: `bills that the tax office authorises, one type, one worker, the tax office answering in ${AUTHORITY_MS} ms`,
    baseline: `at most ${MOST_BILLS_PER_HOUR.toLocaleString('en')} /h`,
    ours: `${Math.round(perHour).toLocaleString('en')} /h`,
    budgets: [absolute(`≥ ${LEAST_BILLS} of what such an office can give`, perHour >= LEAST_BILLS * MOST_BILLS_PER_HOUR)],
  };
}
