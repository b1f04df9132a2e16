import { type AnswerOf, type getCardKind, type PaymentMethod, type Purchase, Refusal } from '@butaca/contract';
import { type CardGateway, cardOfBin, plansOf } from '../../payments/index.ts';
import { presentPurchase } from '../present-purchase.ts';
import { pricePurchase } from '../price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { Channel, PurchaseRow } from '../queries-purchases.ts';
import type { Payments, SaleWorld } from '../world.ts';

/** Numbers of the ways to pay, which no deployment changes. */
const CARD = 1;
export const CASH_METHOD = 2;
export const FREE_METHOD = 3;

export async function listMethods(world: SaleWorld, own: OwnPurchase): Promise<{ items: PaymentMethod[] }> {
  return { items: await methodsOf(world, await requireOwnPurchase(world, own)) };
}

export async function chooseMethod(world: SaleWorld, own: OwnPurchase, paymentMethodId: number): Promise<Purchase> {
  await requireOffered(world, await requireOwnPurchase(world, own), paymentMethodId);
  return presentPurchase(await world.choices.keep({ ...own, paymentMethodId }), world);
}

/** The kind of card that begins with these digits, with its plans for what this purchase costs now. */
export async function cardKind(
  world: SaleWorld,
  own: OwnPurchase,
  { paymentMethodId, bin }: { paymentMethodId: number; bin: string },
): Promise<AnswerOf<typeof getCardKind>> {
  const purchase = await requireOwnPurchase(world, own);
  requireGateway(world.payments, purchase, paymentMethodId);
  const { totals } = await pricePurchase(purchase, world);
  const card = cardOfBin(bin, world.cards);
  if (!card) throw new Refusal('payment_method_unavailable');
  return { ...card, numberLengths: [...card.numberLengths], plans: plansOf(card, totals.total, world) };
}

/** How it can be paid as it is now. What costs nothing is confirmed; else a counter takes cash and nothing else, for now (C-09). */
async function methodsOf(world: SaleWorld, row: PurchaseRow): Promise<PaymentMethod[]> {
  const { tickets, totals } = await pricePurchase(row, world);
  if (tickets.length > 0 && totals.total === 0) return [free];
  return row.channel === 'box_office' ? [cash] : cardMethods(world);
}

export async function requireOffered(world: SaleWorld, row: PurchaseRow, paymentMethodId: number): Promise<void> {
  if (!(await methodsOf(world, row)).some(({ id }) => id === paymentMethodId)) throw new Refusal('payment_method_unavailable');
}

type Sold = { readonly channel: Channel };

/** Cash is taken over a counter and nowhere else. */
export function requireCounter({ channel }: Sold): void {
  if (channel !== 'box_office') throw new Refusal('payment_method_unavailable');
}

/** The gateway behind a method; one that has none, or is not offered here, is refused. */
export function requireGateway({ card }: Payments, { channel }: Sold, paymentMethodId: number): CardGateway {
  if (channel === 'box_office' || paymentMethodId !== CARD || card === null) throw new Refusal('payment_method_unavailable');
  return card;
}

const cash: PaymentMethod = { id: CASH_METHOD, kind: 'cash', name: 'Efectivo', brands: [] };

/** Offered when there is nothing to pay, and then alone (decision 018). */
const free: PaymentMethod = { id: FREE_METHOD, kind: 'free', name: 'Sin cargo', brands: [] };

function cardMethods({ payments: { card }, cards }: Pick<SaleWorld, 'payments' | 'cards'>): PaymentMethod[] {
  if (card === null) return [];
  const { tokenUrl, publicKey } = card;
  return [{ id: CARD, kind: 'card', name: 'Tarjeta de crédito o débito', tokenUrl, publicKey, brands: [...cards.brands] }];
}
