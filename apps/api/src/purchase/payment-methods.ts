import { type AnswerOf, type getCardKind, type PaymentMethod, type Purchase, Refusal } from '@butaca/contract';
import { cardOfBin, plansOf } from '../payments/index.ts';
import type { CheckoutWorld, Payments } from './checkout.ts';
import { findPurchase } from './find-purchase.ts';
import type { Own } from './own-purchase.ts';

/** Number of the card form; other ways to pay get their own, which no deployment changes. */
const CARD = 1;

export async function listMethods(world: CheckoutWorld, { purchaseId, customerId }: Own): Promise<{ items: PaymentMethod[] }> {
  await findPurchase(world, purchaseId, customerId);
  return { items: methodsOf(world) };
}

export async function chooseMethod(world: CheckoutWorld, own: Own, paymentMethodId: number): Promise<Purchase> {
  demandMethod(world.payments, paymentMethodId);
  await world.choose({ ...own, paymentMethodId });
  return findPurchase(world, own.purchaseId, own.customerId);
}

/** The kind of card that begins with these digits, with its plans for what this purchase costs now. */
export async function cardKind(
  world: CheckoutWorld,
  own: Own,
  { paymentMethodId, bin }: { paymentMethodId: number; bin: string },
): Promise<AnswerOf<typeof getCardKind>> {
  demandMethod(world.payments, paymentMethodId);
  const { totals } = await findPurchase(world, own.purchaseId, own.customerId);
  const card = cardOfBin(bin, world.cards);
  if (!card) throw new Refusal('payment_method_unavailable');
  return { ...card, numberLengths: [...card.numberLengths], plans: plansOf(card, totals?.total ?? 0, world) };
}

/** The gateway behind a method; one that is not offered here is refused. */
export function demandMethod({ card }: Payments, paymentMethodId: number) {
  if (paymentMethodId !== CARD || card === null) throw new Refusal('payment_method_unavailable');
  return card;
}

function methodsOf({ payments: { card }, cards }: Pick<CheckoutWorld, 'payments' | 'cards'>): PaymentMethod[] {
  if (card === null) return [];
  const { tokenUrl, publicKey } = card;
  return [{ id: CARD, kind: 'card', name: 'Tarjeta de crédito o débito', tokenUrl, publicKey, brands: [...cards.brands] }];
}
