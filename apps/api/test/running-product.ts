import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { limit } from '../../../scripts/test/limits.ts';
import type { buyerWith } from './factories/buyer.ts';
import { SECRET } from './factories/customers.ts';

export const KEYS = { publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key' };
const CARD = '4507990000004905';

/** A process of the product; it is killed when its test ends. */
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

/** A worker that has what its brand needs; without a gateway of its own, one that does not answer. */
export const startWorker = (environment: { readonly DATABASE_URL: string; readonly SMTP_URL: string } & NodeJS.ProcessEnv) =>
  start('apps/api/src/worker.ts', { GATEWAY_URL: 'http://127.0.0.1:1', LOG_LEVEL: 'error', ...environment });

export async function answering(url: string): Promise<void> {
  for (const until = Date.now() + limit(60_000); Date.now() < until; await sleep(50)) {
    if ((await fetch(url).catch(() => null))?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

export interface Buying {
  readonly buyer: ReturnType<typeof buyerWith>;
  readonly gateway: string;
  readonly performanceId: number;
  /** Different for every purchase of a test: clicks are named after it. */
  readonly turn: number;
}

/** Two places, from the first click to the payment's answer; answers the first call that is refused, or how the payment ended. */
export async function buyTwo({ buyer, gateway, performanceId, turn }: Buying) {
  const taken = await buyer.takeBest({ performanceId }, 2, { key: `take-${turn}-0000` });
  if (taken.status !== 'ok') return taken;
  const { id } = taken.data.purchase;
  const delivered = await buyer.selectDelivery(id);
  if (delivered.status !== 'ok') return delivered;
  const card = { token: await cardAt(gateway), bin: CARD.slice(0, 6), lastFour: String(1000 + (turn % 9000)), instalments: 1 };
  return buyer.pay({ id, total: delivered.data.totals?.total ?? 0 }, { ...card, key: `charge-${turn}-00` });
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
