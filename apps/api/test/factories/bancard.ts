import { loadBrand } from '@butaca/brand/load';
import type { PaymentResult } from '@butaca/contract';
import fastify from 'fastify';
import { limit } from '../../../../scripts/test/limits.ts';
import { Bancard } from '../../../sandbox/src/bancard/bancard.ts';
import { bancardRoutes } from '../../../sandbox/src/bancard/routes.ts';
import { bancard } from '../../src/payments/providers/bancard/bancard.ts';

export const bancardCards = { approved: '4907860500000016', threeDSecure: '5418630110000014', declined: '4258210000474094' } as const;

/** The sandbox's Bancard over HTTP, and the adapter that calls it, with the brand that is paid by it. */
export async function aBancard() {
  const keys = { publicKey: 'p'.repeat(32), privateKey: 's'.repeat(32) };
  const access = { ...keys, confirmUrl: 'http://127.0.0.1:9/' };
  const outside = new Bancard(access);
  const sandbox = fastify();
  bancardRoutes(sandbox, outside);
  const url = `${await sandbox.listen({ host: '127.0.0.1', port: 0 })}/bancard`;
  const { brand } = await loadBrand('mua');
  return {
    url,
    outside,
    brand,
    provider: bancard({ url, ...keys, timeoutMs: limit(3000) }),
    /** Has it confirm to this api. */
    confirmTo: (origin: string) => Object.assign(access, { confirmUrl: `${origin}/v2/pagos/bancard/aviso` }),
    /** What a person does in the frame of a step. */
    async inFrame(next: PaymentResult['next'], decision: 'approved' | 'declined' | 'cancelled', number: string = bancardCards.approved) {
      const process = outside.process(new URL(next?.url ?? '').searchParams.get('process_id') ?? '');
      if (!process) throw new Error('this step has no process');
      return outside.decide(process, decision, number);
    },
    close: () => sandbox.close(),
  };
}
