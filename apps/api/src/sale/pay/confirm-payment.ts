import type { PaymentResult } from '@butaca/contract';
import { type AttemptRow, isOpen, queryAttempt, returnMoney, takeTurnToAsk } from '../../payments/index.ts';
import { type Own, readOwn } from '../own-purchase.ts';
import type { SaleWorld } from '../world.ts';
import { lapseOffer } from './end-offer.ts';
import { presentPayment } from './present-payment.ts';
import { settlePayment } from './settle-payment.ts';

/** What has become of a payment; asks the provider when it is not known, once a second at most. It never charges. */
export async function confirmPayment(world: SaleWorld, own: Own): Promise<PaymentResult> {
  const { db, payments } = world;
  await readOwn(world, own);
  const attempt = await world.attempts.latestOf(own.purchaseId);
  const gateway = payments.card;
  if (attempt && gateway && isUnderWay(attempt) && (await takeTurnToAsk(db, attempt))) {
    if (attempt.state === 'offered') await lapseOffer({ ...world, gateway }, attempt);
    else if (attempt.state === 'returning') await returnMoney(db, gateway, attempt);
    else await settlePayment({ ...world, gateway }, attempt, { answer: await queryAttempt(gateway, attempt), asked: 'query' });
  }
  return presentPayment(world, own);
}

const isUnderWay = ({ state }: AttemptRow) => isOpen(state) || state === 'offered' || state === 'returning';
