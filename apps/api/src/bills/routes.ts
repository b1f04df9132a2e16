import { getBillFile, getOfficeBillFile, Refusal } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import type { FileAnswer } from '#http/replies';
import { serveFile } from '#http/serve';
import { type Asker, askerOf, buyerIn, type DocumentBrand, type DocumentPrinter, findOwner, isOwnedBy } from '../orders/index.ts';
import type { FiscalPack } from './fiscal-pack.ts';
import { printableBill } from './print-bill.ts';

interface BillFiles {
  readonly db: Db;
  /** Null where no bills are made. */
  readonly pack: FiscalPack | null;
  readonly printer: DocumentPrinter;
  readonly brand: DocumentBrand;
}

/** Bills as files: one's own, and for the office those of everybody. */
export function billRoutes(app: FastifyInstance, files: BillFiles) {
  serveFile(app, getBillFile, async ({ params, session, signal }) => {
    const [owner] = await findOwner(files.db, params.orderId);
    if (!owner || !isOwnedBy(owner, buyerIn(session))) throw new Refusal('not_found');
    return billFile(files, { ...params, asker: askerOf(session), signal });
  });
  serveFile(app, getOfficeBillFile, ({ params, session, signal }) =>
    billFile(files, { ...params, asker: { purpose: 'counter', person: session.id }, signal }),
  );
}

interface BillFileRequest {
  readonly orderId: string;
  readonly billId: string;
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
}

/** A bill that the tax office has authorised, as a PDF with a name. */
const billFile = ({ db, pack, printer, brand }: BillFiles, { orderId, billId, asker, signal }: BillFileRequest): Promise<FileAnswer> =>
  printer.print({
    ...{ asker, name: `bill ${billId}`, signal },
    document: async () => {
      const bill = pack && (await printableBill(db, pack, { purchaseId: orderId, id: billId }));
      if (!bill) throw new Refusal('not_found');
      if (bill === 'pending') throw new Refusal('bill_not_authorised');
      return { name: bill.fileName, bill: bill.sheet, brand };
    },
  });
