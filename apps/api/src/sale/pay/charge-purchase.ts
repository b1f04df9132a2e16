import { setTimeout as sleep } from 'node:timers/promises';
import { type PaymentResult, Refusal } from '@butaca/contract';
import { type AttemptRow, type CardGateway, cardOfBin, chargeAttempt, type ProviderAnswer } from '../../payments/index.ts';
import type { WantedCharge } from '../checkout/checkout.ts';
import { FREE_METHOD, requireGateway } from '../checkout/payment-method.ts';
import { readOwn } from '../own-purchase.ts';
import type { PurchaseRow } from '../queries.ts';
import type { SaleWorld } from '../world.ts';
import { beginPayment } from './begin-payment.ts';
import { type CardForm, demandCard } from './card-form.ts';
import { confirmFree } from './confirm-free.ts';
import { presentPayment } from './present-payment.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Pays: what is asked is written down first, then the gateway is called with no transaction open, then its word is
 * followed. What costs nothing asks nobody. The same click again waits for the first one and answers what became of that.
 */
export async function chargePurchase(world: SaleWorld, wanted: WantedCharge): Promise<PaymentResult> {
  const { form, purchaseId, customerId, idempotencyKey: key } = wanted;
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const [row, known] = await Promise.all([readOwn(world, { purchaseId, customerId }), world.attempts.ofClick({ purchaseId, key })]);
  const isFree = form.paymentMethodId === FREE_METHOD;
  const card = isFree ? null : { gateway: requireGateway(world.payments, row, form.paymentMethodId), form: demandCard(form) };

  if (known !== undefined || (await isRepeated(world, wanted))) await untilAnswered(world, { purchaseId, key });
  else if (card) await chargeCard(world, row, { ...wanted, ...card });
  else await confirmFree(world, row, wanted);
  return presentPayment(world, wanted);
}

async function chargeCard(
  world: SaleWorld,
  row: PurchaseRow,
  { gateway, ...wanted }: WantedCharge & { readonly form: CardForm; readonly gateway: CardGateway },
): Promise<void> {
  const { customerId, purchaseId, idempotencyKey: key, ip } = wanted;
  const attempt = await beginPayment(world, row, wanted);
  if (!attempt) return untilAnswered(world, { purchaseId, key });
  const { token, bin, email } = wanted.form;
  const gatewayMethodId = cardOfBin(bin, world.cards)?.gatewayMethodId ?? 0;
  const card = { token, bin, gatewayMethodId, customer: { id: customerId, email, ip } };
  await follow(world, attempt, { answer: await chargeAttempt(gateway, attempt, card), gateway });
}

const LOOK_EVERY_MS = 200;
/** How often a click whose captcha is used up looks whether that was itself, a moment ago. */
const LOOKS = 5;

/** Demands a person, unless the same click is found to have proved one at this very moment. */
async function isRepeated({ attempts }: SaleWorld, { form, purchaseId, idempotencyKey: key, demandHuman }: WantedCharge): Promise<boolean> {
  try {
    await demandHuman();
    return false;
  } catch (error) {
    if (form.captcha === undefined || !(error instanceof Refusal) || error.failure !== 'captcha_failed') throw error;
    for (let looks = 0; looks < LOOKS; looks++) {
      await sleep(LOOK_EVERY_MS);
      if (await attempts.ofClick({ purchaseId, key })) return true;
    }
    throw error;
  }
}

async function follow(world: SaleWorld, attempt: AttemptRow, { answer, gateway }: { answer: ProviderAnswer; gateway: CardGateway }) {
  const sold = answer.result === 'approved' ? await world.sell({ attempt, answer }) : 'alone';
  if (sold === 'alone') return settlePayment({ ...world, gateway }, attempt, { answer, asked: 'charge' });
  for (const [performanceId, rows] of sold) world.live.changed(performanceId, rows);
}

/** Beyond the slowest charge; then its state is told as it is. */
const LOOK_AT_MOST_MS = 40_000;

/** The first click may be under way on another process, so the database is asked. */
async function untilAnswered({ attempts }: SaleWorld, click: { purchaseId: string; key: string }): Promise<void> {
  for (const until = Date.now() + LOOK_AT_MOST_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    if ((await attempts.ofClick(click))?.state !== 'started') return;
  }
}
