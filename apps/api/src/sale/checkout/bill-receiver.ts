import {
  type AnswerOf,
  BillReceiver,
  type DocumentType,
  type getBillReceiver,
  Refusal,
  setBillReceiver as setCall,
  wireNameOf,
} from '@butaca/contract';
import { receiverProblems } from '@butaca/contract/rules/bill-receiver';
import { normalDocument } from '@butaca/contract/rules/person';
import { deleteReceiver, type FiscalPack, findReceiver, saveReceiver } from '../../bills/index.ts';
import { customerById } from '../../customers/index.ts';
import { lockOpenPurchase, type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';

/** Whom the bill of a purchase is to be made out to. Where no bills are made there is nobody, and nothing to ask for. */
export async function readReceiver(world: SaleWorld, own: OwnPurchase): Promise<AnswerOf<typeof getBillReceiver>> {
  const { id } = await requireOwnPurchase(world, own);
  const receiver = await findReceiver(world.db, id);
  const namedFrom = world.billing?.namedFrom ?? null;
  return { ...(receiver ? { receiver } : {}), ...(namedFrom === null ? {} : { namedFrom }) };
}

/** Keeps it, or forgets it where none is given. What the tax office would refuse is refused here, by field. */
export async function keepReceiver(
  world: SaleWorld,
  own: OwnPurchase,
  receiver: BillReceiver | undefined,
): Promise<{ receiver?: BillReceiver }> {
  if (world.billing === null) throw new Refusal('not_found');
  const kept = receiver && checkedReceiver(receiver, world.billing);
  await world.db.begin(async (tx) => {
    const { id } = await lockOpenPurchase(tx, own);
    await (kept ? saveReceiver(tx, id, kept) : deleteReceiver(tx, id));
  });
  return kept ? { receiver: kept } : {};
}

/** As it is kept: without dots and hyphens in its number. Refuses what the tax office would, by field. */
export function checkedReceiver(receiver: BillReceiver, { issuerTaxId }: Pick<FiscalPack, 'issuerTaxId'>): BillReceiver {
  const documentNumber = normalDocument(receiver.documentNumber);
  const problems: ReturnType<typeof receiverProblems> =
    documentNumber === issuerTaxId ? { documentNumber: 'invalid' } : receiverProblems(receiver);
  const fields = Object.entries(problems).map(([field, reason]) => ({
    // Both calls that bring one name it so.
    name: `${wireNameOf(setCall.body, 'receiver')}.${wireNameOf(BillReceiver, field as keyof BillReceiver)}`,
    reason,
  }));
  if (fields.length > 0) throw new Refusal('invalid_input', { fields });
  return { ...receiver, documentNumber };
}

/** Whether an account names its owner as the tax office does. */
const isKnown = ({ documentType, documentNumber }: { documentType: DocumentType | null; documentNumber: string | null }): boolean =>
  documentType !== null &&
  Object.keys(receiverProblems({ condition: 'final_consumer', documentType, documentNumber: documentNumber ?? '' })).length === 0;

/** Refuses to be paid for what the law wants a name on the bill for, while there is none that the tax office takes. */
export async function requireReceiver({ db, billing }: SaleWorld, { id, customerId, channel }: PurchaseRow, total: number): Promise<void> {
  if (billing === null || billing.namedFrom === null || total < billing.namedFrom) return;
  const given = await findReceiver(db, id);
  if (given) return;
  const buyer = channel === 'online' ? await customerById(db, customerId) : undefined;
  if (buyer && isKnown(buyer)) return;
  throw new Refusal('bill_receiver_needed', { namedFrom: billing.namedFrom });
}
