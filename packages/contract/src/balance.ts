import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Instant, Money, OpaqueId, Text } from './scalars.ts';
import { wireObject } from './wire.ts';

const BalanceMovement = wireObject({
  at: ['dFecha', Instant],
  /** What came in, or what was spent as a negative amount. */
  amount: ['fImporte', Money],
  /** The order that was refunded, or paid. */
  orderId: ['idOperacion', OpaqueId],
  /** For people: `7KM-4PX-9TH`. */
  orderNumber: ['cNumeroOperacion', z.optional(Text)],
});
export type BalanceMovement = z.output<typeof BalanceMovement>;

export const getBalance = {
  method: 'GET',
  path: '/v2/Cliente/Saldo',
  access: 'customer',
  summary: 'What one has here to spend, and what came and went; the newest first, 100 at most',
  answer: wireObject({ amount: ['fSaldo', Money], movements: ['listaMovimiento', z.array(BalanceMovement)] }),
} as const satisfies Endpoint;
