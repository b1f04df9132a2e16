import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { SECRET } from './factories/customers.ts';

export const KEYS = { publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key' };
const CARD = '4507990000004905';

/** A process of the product, as it runs; with its test it ends, however that ends. */
export function start(file: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../..', file)], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export const startServer = (
  environment: { readonly PORT: string; readonly DATABASE_URL: string; readonly GATEWAY_URL: string } & NodeJS.ProcessEnv,
) => start('apps/api/src/main.ts', { SECRET, CAPTCHA: 'off', LOG_LEVEL: 'error', ...environment });

export async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    if ((await fetch(url).catch(() => null))?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

export interface Answer {
  readonly nCode: number;
  readonly oData: unknown;
}

/** One call with a body; how often it is repeated is its maker's affair. */
type Call = (path: string, init: RequestInit) => Promise<Answer>;

export interface Buying {
  readonly call: Call;
  readonly gateway: string;
  readonly performanceId: number;
  readonly token: string;
  /** Different for every purchase of a test: clicks are named after it. */
  readonly turn: number;
}

/** Two places, from the first click to the payment's answer; answers the first refusal, or how the payment ended. */
export async function buyTwo({ call, gateway, performanceId, token, turn }: Buying): Promise<Answer> {
  const post = (path: string, body: object, key?: string) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    });
  const taken = await post(
    '/v2/Proceso/0/Posiciones/TomarGrupo',
    { idFuncion: performanceId, listaSector: [{ nCantidad: 2 }] },
    `take-${turn}-0000`,
  );
  if (taken.nCode !== 200) return taken;
  const { idProcesoDeCompra: id } = (taken.oData as { oProceso: { idProcesoDeCompra: string } }).oProceso;
  const delivered = await post(`/v2/Proceso/${id}/EntregaTipo/Seleccionar`, { idEntregaTipo: 1 });
  const form = {
    nFormaDePago: 1,
    cToken: await cardAt(gateway),
    cBin: CARD.slice(0, 6),
    cUltimosCuatro: CARD.slice(-4),
    nCuotas: 1,
    cTitular: 'Julia Paredes',
    cTipoDeDocumento: 'DNI',
    cDocumento: '30123456',
    cEmail: 'julia@correo.example',
    fTotal: (delivered.oData as { oTotal?: { fTotal: number } }).oTotal?.fTotal,
    lAceptaTerminos: 'S',
  };
  return post(`/v2/Proceso/${id}/Cobrar`, form, `charge-${turn}-00`);
}

/** A card's token, as browsers get it. */
async function cardAt(gateway: string): Promise<string> {
  const response = await fetch(`${gateway}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: KEYS.publicKey },
    body: JSON.stringify({
      card_number: CARD,
      card_expiration_month: '08',
      card_expiration_year: '40',
      security_code: '123',
      card_holder_name: 'JULIA PAREDES',
      card_holder_identification: { type: 'dni', number: '30123456' },
    }),
  });
  return ((await response.json()) as { id: string }).id;
}
