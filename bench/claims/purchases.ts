import { Agent, request } from 'node:http';
import type { Measurement } from '../report.ts';
import type { Stage } from './stage.ts';
import { rateOf } from './timing.ts';

const PURCHASES = 3000;
/** As many as there are for the claims: at an on-sale nobody buys alone, and what comes together is written together. */
const AT_ONCE = 128;
const LEAST_PER_SECOND = 300;
const CARD = '4507990000004905';

/** From the first place to the paid purchase, four calls each; cards were exchanged for tokens beforehand, by the browsers. */
export async function measurePurchases({ origin, gateway, buyers, performances, reset, withoutWorker }: Stage): Promise<Measurement> {
  await reset();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const tokens: string[] = [];
  for (let n = 0; n < PURCHASES; n += AT_ONCE) {
    tokens.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => tokenOf(agent, gateway)))));
  }
  const latencies: number[] = [];
  const startedAt = performance.now();
  let next = 0;
  // Their mails are timed apart.
  await withoutWorker(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = next++; n < PURCHASES; n = next++) {
          const began = performance.now();
          await buy({ agent, origin, performanceId: performances[0] ?? 0, session: buyers[n]?.token ?? '', card: tokens[n] ?? '', n });
          latencies.push(performance.now() - began);
        }
      }),
    ),
  );
  const { perSecond, p50Ms, p99Ms } = rateOf(latencies, performance.now() - startedAt);
  agent.destroy();
  return {
    what: 'whole purchases: take, delivery, method, charge at the sandbox',
    baseline: '',
    ours: `${Math.round(perSecond)} /s, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
    ratio: null,
    budget: `≥ ${LEAST_PER_SECOND} /s`,
    met: perSecond >= LEAST_PER_SECOND,
  };
}

interface Buying {
  readonly agent: Agent;
  readonly origin: string;
  readonly performanceId: number;
  readonly session: string;
  readonly card: string;
  readonly n: number;
}

async function buy({ agent, origin, performanceId, session, card, n }: Buying): Promise<void> {
  const call = async (path: string, body: object, key?: string) => {
    const headers = { authorization: `Bearer ${session}`, ...(key && { 'idempotency-key': key }) };
    const answer = (await post(agent, `${origin}${path}`, headers, body)) as { nCode: number; oData: Record<string, unknown> };
    if (answer.nCode !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.oData;
  };
  const taken = await call(
    '/v2/Proceso/0/Posiciones/Tomar',
    { idFuncion: performanceId, aPosicion: [2 * n, 2 * n + 1] },
    `take-${n + 10_000_000}`,
  );
  const path = `/v2/Proceso/${(taken.oProceso as { idProcesoDeCompra: string }).idProcesoDeCompra}`;
  await call(`${path}/EntregaTipo/Seleccionar`, { idEntregaTipo: 1 });
  const chosen = await call(`${path}/FormaDePago/Seleccionar`, { nFormaDePago: 1 });
  const form = {
    nFormaDePago: 1,
    cToken: card,
    cBin: CARD.slice(0, 6),
    cUltimosCuatro: CARD.slice(-4),
    nCuotas: 1,
    cTitular: 'Julia Paredes',
    cTipoDeDocumento: 'DNI',
    cDocumento: '30123456',
    cEmail: 'julia@correo.example',
    fTotal: (chosen.oTotal as { fTotal: number }).fTotal,
    lAceptaTerminos: 'S',
  };
  const paid = await call(`${path}/Cobrar`, form, `charge-${n + 10_000_000}`);
  if (paid.cResultado !== 'APROBADO') throw new Error(`a purchase was not paid: ${JSON.stringify(paid).slice(0, 300)}`);
}

const tokenOf = async (agent: Agent, gateway: string): Promise<string> => {
  const card = {
    card_number: CARD,
    card_expiration_month: '08',
    card_expiration_year: '40',
    security_code: '123',
    card_holder_name: 'JULIA PAREDES',
    card_holder_identification: { type: 'dni', number: '30123456' },
  };
  return ((await post(agent, `${gateway}/tokens`, { apikey: 'sandbox-public-key' }, card)) as { id: string }).id;
};

const post = (agent: Agent, url: string, headers: Record<string, string>, body: object) =>
  new Promise<unknown>((resolve, reject) => {
    const text = JSON.stringify(body);
    const lengths = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const call = request(url, { method: 'POST', agent, headers: { ...headers, ...lengths } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const said = Buffer.concat(parts).toString();
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(said));
        else reject(new Error(`${url}: ${response.statusCode} ${said.slice(0, 200)}`));
      });
    });
    call.on('error', reject);
    call.end(text);
  });
