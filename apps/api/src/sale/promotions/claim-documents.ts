import { createHmac } from 'node:crypto';
import {
  documentProblem,
  givePromotionDocuments,
  type InputOf,
  isDocumentOfEntry,
  normalDocument,
  PromotionDocument,
  type Purchase,
  Refusal,
  wireNameOf,
} from '@butaca/contract';
import type { Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import type { Promotion } from '../../catalogue/index.ts';
import { admitPromotionCode } from '../../customers/index.ts';
import { presentPurchase } from '../present-purchase.ts';
import { judgeHolds } from '../price-purchase.ts';
import { lockOpenPurchase, type OwnPurchase, requireOpen, requireOwnPurchase } from '../purchase.ts';
import type { PromotionClaim } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { pricesOf, refusalOf } from './claim-promotion.ts';
import { lockPromotions, readDocumentUses, writeClaims, writeDocuments } from './queries-promotions.ts';

type Body = InputOf<typeof givePromotionDocuments>['body'];

interface DocumentsRequest extends OwnPurchase, Body {
  readonly ip: string;
}

/**
 * Takes a promotion for as many tickets as there are documents, in place of those given before; answers the purchase with its new price.
 * Refuses, with nothing changed, a document that has no ticket left in other purchases, or that would reduce none here.
 */
export async function giveDocuments(world: SaleWorld, { promotionId, documents, ip, ...own }: DocumentsRequest): Promise<Purchase> {
  refuseInvalid(documents, world);
  const seen = await requireOwnPurchase(world, own);
  requireOpen(seen);
  const promotion = await findDocumentPromotion(world, seen.holds, promotionId);
  // Whoever tries documents out would learn who goes to a show.
  const isClerk = seen.channel === 'box_office';
  await admitPromotionCode(world.db, { secret: world.secret, customerId: own.customerId, ip, isClerk });
  // Prices are read before the transaction: one that waits for a second connection could wait for itself.
  const prices = await pricesOf(world, seen);
  const keys = documents.map((document) => keyOfDocument(world.secret, document));
  const row = await withLockTimeout(world.db, async (tx) => {
    const purchase = await lockOpenPurchase(tx, own);
    await lockPromotions(tx, [promotionId]);
    const others = (purchase.claims ?? []).filter((claim) => claim.promotionId !== promotionId);
    const taken: PromotionClaim = { promotionId, mostTickets: documents.length };
    const judged = await judgeHolds({ ...purchase, claims: [...others, taken] }, prices);
    const applied = judged.flatMap((performance) => performance.applied);
    const reduced = applied.reduce((sum, each) => sum + (each.promotion.id === promotionId ? each.discounts.size : 0), 0);
    if (reduced === 0) throw refusalOf([taken], judged);
    await refuseTaken(tx, { world, promotion, purchaseId: purchase.id, keys });
    if (reduced < documents.length) throw refused(reduced, 'surplus', promotion);
    const claims = [...others.filter((claim) => applied.some((each) => each.promotion.id === claim.promotionId)), taken];
    await writeClaims(tx, { purchaseId: purchase.id, customerId: own.customerId, claims });
    await writeDocuments(tx, { purchaseId: purchase.id, promotionId, keys });
    return { ...purchase, claims };
  });
  return presentPurchase(row, world);
}

interface DocumentPromotion extends Promotion {
  readonly perDocument: number;
}

const asksDocument = (promotion: Promotion): promotion is DocumentPromotion => promotion.perDocument !== null;

async function findDocumentPromotion(
  { stockOf }: Pick<SaleWorld, 'stockOf'>,
  holds: readonly { readonly performanceId: number }[],
  promotionId: number,
): Promise<DocumentPromotion> {
  const stocks = await Promise.all(holds.map(({ performanceId }) => stockOf(performanceId)));
  const found = stocks.flatMap((stock) => stock?.sale.promotions ?? []).find(({ id }) => id === promotionId);
  if (!found || !asksDocument(found)) throw new Refusal('promotion_refused', { reason: 'unknown' });
  return found;
}

interface Taking {
  readonly world: Pick<SaleWorld, 'limits'>;
  readonly promotion: DocumentPromotion;
  readonly purchaseId: string;
  readonly keys: readonly string[];
}

/** Counts the documents of the purchase itself with those of others, in their order; read under a lock of the promotion. */
async function refuseTaken(tx: Tx, { world: { limits }, promotion, purchaseId, keys }: Taking): Promise<void> {
  const rows = await readDocumentUses(tx, { promotionId: promotion.id, purchaseId, keys, graceSeconds: limits.graceSeconds });
  const uses = new Map(rows.map((row) => [row.key, row]));
  for (const [index, key] of keys.entries()) {
    const before = keys.slice(0, index).filter((other) => other === key).length;
    const { uses: taken = 0, unpaid = 0 } = uses.get(key) ?? {};
    if (taken + before >= promotion.perDocument) throw refused(index, unpaid > 0 ? 'in_use' : 'used_up', promotion);
  }
}

const refused = (index: number, reason: 'used_up' | 'in_use' | 'surplus', { perDocument }: DocumentPromotion) =>
  new Refusal('document_refused', { field: nameOf(index, 'documentNumber'), reason, most: perDocument });

function refuseInvalid(documents: Body['documents'], { documentTypes }: Pick<SaleWorld, 'documentTypes'>): void {
  const problems = documents.flatMap(({ documentType, documentNumber }, index) => {
    const reasons = {
      documentType: documentTypes.includes(documentType) && isDocumentOfEntry(documentType) ? null : 'not_offered',
      documentNumber: documentProblem(documentType, documentNumber),
    } as const;
    return (['documentType', 'documentNumber'] as const).flatMap((field) =>
      reasons[field] === null ? [] : [{ name: nameOf(index, field), reason: reasons[field] }],
    );
  });
  if (problems.length > 0) throw new Refusal('invalid_input', { fields: problems });
}

const nameOf = (index: number, field: keyof PromotionDocument & string) =>
  `${wireNameOf(givePromotionDocuments.body, 'documents')}.${index}.${wireNameOf(PromotionDocument, field)}`;

/**
 * A document is its number alone, whatever type it was given with: calling a DNI a passport, or giving the CUIL that it is a part of,
 * makes no second person.
 */
function keyOfDocument(secret: string, { documentType, documentNumber }: PromotionDocument): string {
  const typed = normalDocument(documentNumber.normalize('NFKC'));
  const number = documentType === 'cuit' || documentType === 'cuil' ? typed.slice(2, -1) : typed;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['document promotions', number.replace(/^0+(?=\d)/, '')]))
    .digest('base64url');
}
