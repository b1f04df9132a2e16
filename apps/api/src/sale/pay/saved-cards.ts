import { type AnswerOf, type listKeptCards, type NextAction, Refusal, type SavedCard } from '@butaca/contract';
import { mailedEmail } from '@butaca/contract/rules/email';
import { type Click, releaseKey } from '#db/used-key';
import { admitSavedCard, customerById } from '../../customers/index.ts';
import { findSavedCards, requireMethodOf } from '../checkout/payment-method.ts';
import { useBuyersKey } from '../claim/buyers-key.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { addressesOf } from './charge.ts';
import { presentStep } from './present-payment.ts';

/** More than anybody pays with; whoever tries out cards would save many. */
const MOST_SAVED_CARDS = 10;

interface CardToSave {
  readonly own: OwnPurchase;
  readonly click: Click;
  readonly ip: string;
  /** Asks for a solved captcha: a provider that checks cards tells people who try out stolen ones which of them work. */
  readonly demandHuman: () => Promise<void>;
}

/**
 * Starts to save a card, because its owner asks for it: what the browser has to do. The provider keeps nothing until that is done, so a repeated
 * click starts anew.
 */
export async function saveCard(world: SaleWorld, { own, click, ip, demandHuman }: CardToSave): Promise<{ next: NextAction }> {
  const { name, savedCards } = await providerOfCards(world, own);
  if (!savedCards.begin) throw new Refusal('payment_method_unavailable');
  const cards = await savedCards.list(own.customerId);
  if (cards === 'unavailable') throw new Refusal('payment_method_down');
  if (cards.length >= MOST_SAVED_CARDS) throw new Refusal('too_many_entries', { most: MOST_SAVED_CARDS });
  await demandHuman();
  await admitSavedCard(world.db, { secret: world.secret, customerId: own.customerId, ip });
  const customer = await customerById(world.db, own.customerId);
  const buyer = { id: own.customerId, email: mailedEmail(customer?.email ?? ''), ip };
  const use = await world.db.begin((tx) => useBuyersKey(world, tx, click));
  const begun = await savedCards.begin(buyer, addressesOf(world, name, own.purchaseId).returnUrl);
  if (begun === 'unavailable') {
    if (use === 'first') await releaseKey(world.db, click);
    throw new Refusal('payment_method_down');
  }
  return { next: presentStep(begun.next) };
}

/** Deletes a card at its provider; a stranger's does not exist for this customer. */
export async function deleteCard(world: SaleWorld, own: OwnPurchase, id: string): Promise<{ items: SavedCard[] }> {
  const provider = await providerOfCards(world, own);
  const deleted = await provider.savedCards.delete(own.customerId, id);
  if (deleted === 'absent') throw new Refusal('not_found');
  const items = deleted === 'deleted' ? await findSavedCards(provider, own.customerId) : undefined;
  if (items === undefined) throw new Refusal('payment_method_down');
  return { items };
}

/** Whoever keeps cards for the buyers of this brand. */
async function providerOfCards(world: SaleWorld, own: OwnPurchase) {
  const purchase = await requireOwnPurchase(world, own);
  const { provider } = requireMethodOf(world.payments, purchase, 'bancard');
  const { name, savedCards } = provider;
  if (!savedCards) throw new Refusal('payment_method_unavailable');
  return { name, savedCards };
}

/** The cards of a customer at every provider that keeps some, by the brand's methods. */
export async function listKept(world: Pick<SaleWorld, 'payments'>, customerId: string): Promise<AnswerOf<typeof listKeptCards>> {
  const read = await Promise.all(
    keepers(world).map(async ({ method, provider }) => ({ method: method.name, cards: await findSavedCards(provider, customerId) })),
  );
  return {
    // What pays stays with the payment: this page only shows and deletes.
    cards: read.flatMap(({ method, cards = [] }) => cards.map(({ exchange: _, bin: __, ...card }) => ({ method, card }))),
    isPartial: read.some(({ cards }) => cards === undefined),
  };
}

/** Deletes a card at whichever provider keeps it; another customer's does not exist for this one. */
export async function deleteKept(
  world: Pick<SaleWorld, 'payments'>,
  { customerId, id }: { readonly customerId: string; readonly id: string },
): Promise<AnswerOf<typeof listKeptCards>> {
  const said = await Promise.all(keepers(world).map(({ provider }) => provider.savedCards?.delete(customerId, id)));
  if (!said.includes('deleted')) throw new Refusal(said.includes('unavailable') ? 'payment_method_down' : 'not_found');
  return listKept(world, customerId);
}

/** The job of an account that was erased; any other account keeps its cards. */
export async function deleteKeptOfErased(world: Pick<SaleWorld, 'db' | 'payments'>, customerId: string): Promise<void> {
  if (!(await customerById(world.db, customerId))) await deleteAllKept(world, customerId);
}

/** Deletes every card of an account, wherever one is kept; throws when a provider gave no answer, so that the job is tried again. */
export async function deleteAllKept(world: Pick<SaleWorld, 'payments'>, customerId: string): Promise<void> {
  const deleted = await Promise.all(
    keepers(world).map(async ({ provider: { name, savedCards } }) => {
      const cards = (await savedCards?.list(customerId)) ?? [];
      if (cards === 'unavailable') return name;
      const said = await Promise.all(cards.map(({ id }) => savedCards?.delete(customerId, id)));
      return said.includes('unavailable') ? name : null;
    }),
  );
  const silent = deleted.filter((name) => name !== null);
  if (silent.length > 0) throw new Error(`kept cards are not deleted yet: no answer from ${silent.join(', ')}`);
}

/** One method for each provider that keeps cards. */
function keepers({ payments: { methods, providers } }: Pick<SaleWorld, 'payments'>) {
  const found = methods.flatMap((method) => {
    const provider = providers.get(method.provider);
    return provider?.savedCards ? [{ method, provider }] : [];
  });
  return found.filter(({ provider }, index) => found.findIndex((each) => each.provider === provider) === index);
}
