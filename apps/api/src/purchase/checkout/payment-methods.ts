import { type AnswerOf, type getCardKind, type PaymentMethod, type Purchase, Refusal } from '@butaca/contract';
import type { Channel } from '../../inventory/index.ts';
import { type CardGateway, cardOfBin, plansOf } from '../../payments/index.ts';
import { findPurchase } from '../find-purchase.ts';
import { type Own, readOwn } from '../own-purchase.ts';
import type { CheckoutWorld, Payments } from './checkout.ts';

/** Numbers of the ways to pay, which no deployment changes. */
const CARD = 1;
export const CASH_METHOD = 2;

export async function listMethods(world: CheckoutWorld, own: Own): Promise<{ items: PaymentMethod[] }> {
  const { channel } = await readOwn(world, own);
  return { items: channel === 'box_office' ? [cash] : cardMethods(world) };
}

export async function chooseMethod(world: CheckoutWorld, own: Own, paymentMethodId: number): Promise<Purchase> {
  demandOffered(world.payments, await readOwn(world, own), paymentMethodId);
  await world.choose({ ...own, paymentMethodId });
  return findPurchase(world, own.purchaseId, own.customerId);
}

/** The kind of card that begins with these digits, with its plans for what this purchase costs now. */
export async function cardKind(
  world: CheckoutWorld,
  own: Own,
  { paymentMethodId, bin }: { paymentMethodId: number; bin: string },
): Promise<AnswerOf<typeof getCardKind>> {
  demandGateway(world.payments, await readOwn(world, own), paymentMethodId);
  const { totals } = await findPurchase(world, own.purchaseId, own.customerId);
  const card = cardOfBin(bin, world.cards);
  if (!card) throw new Refusal('payment_method_unavailable');
  return { ...card, numberLengths: [...card.numberLengths], plans: plansOf(card, totals?.total ?? 0, world) };
}

type Sold = { readonly channel: Channel };

/** A counter takes cash and nothing else, for now; cash is taken nowhere else (C-09). */
export function demandOffered(payments: Payments, { channel }: Sold, paymentMethodId: number): void {
  const offered = channel === 'box_office' ? paymentMethodId === CASH_METHOD : paymentMethodId === CARD && payments.card !== null;
  if (!offered) throw new Refusal('payment_method_unavailable');
}

/** The gateway behind a method; one that has none, or is not offered here, is refused. */
export function demandGateway(payments: Payments, sold: Sold, paymentMethodId: number): CardGateway {
  demandOffered(payments, sold, paymentMethodId);
  if (paymentMethodId !== CARD || payments.card === null) throw new Refusal('payment_method_unavailable');
  return payments.card;
}

const cash: PaymentMethod = { id: CASH_METHOD, kind: 'cash', name: 'Efectivo', brands: [] };

function cardMethods({ payments: { card }, cards }: Pick<CheckoutWorld, 'payments' | 'cards'>): PaymentMethod[] {
  if (card === null) return [];
  const { tokenUrl, publicKey } = card;
  return [{ id: CARD, kind: 'card', name: 'Tarjeta de crédito o débito', tokenUrl, publicKey, brands: [...cards.brands] }];
}
