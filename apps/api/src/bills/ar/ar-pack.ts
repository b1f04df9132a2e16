import { formatTaxId } from '@butaca/contract/rules/bill-receiver';
import type { Db } from '#db/connect';
import type { BillSheet } from '../../orders/index.ts';
import { billTexts as t } from '../../texts/index.ts';
import { AccessTickets } from '../access-tickets.ts';
import type { AuthorisedBill, BillLine, FiscalPack, PrintedFacts } from '../fiscal-pack.ts';
import { arBookColumns, arBookRow } from './ar-books.ts';
import { type ArContent, type ArIssuer, conditionName, draftArBill, draftArCreditNote, netOf } from './ar-document.ts';
import { type ArcaTicket, logInToArca, type WsaaAccess } from './wsaa.ts';
import { Wsfe } from './wsfe.ts';

/** Who bills, with what is printed of them. */
export interface ArBrand extends ArIssuer {
  readonly legalName: string;
  readonly tradeName: string;
  readonly address: string;
  readonly grossIncomeId: string;
  /** `YYYY-MM-DD`. */
  readonly activitySince: string;
}

export interface ArcaAccess {
  readonly wsaa: WsaaAccess;
  readonly wsfeUrl: string;
}

const TIME_ZONE = 'America/Argentina/Buenos_Aires';

/**
 * Bills of Argentina: ARCA's access service (WSAA) and invoice service (WSFEv1), and what a bill looks like there. Without access it only
 * drafts and prints.
 */
export function arPack(db: Db, brand: ArBrand, access: ArcaAccess | null): FiscalPack {
  const wsfe = (): Wsfe => {
    if (!access) throw new Error('ARCA has no address here');
    const tickets = new AccessTickets<ArcaTicket>(db, `arca ${brand.taxId}`, (now) => logInToArca(access.wsaa, now));
    return new Wsfe({ url: access.wsfeUrl, taxId: brand.taxId, tickets });
  };
  return {
    name: 'ar',
    issuerTaxId: brand.taxId,
    namedFrom: brand.namedFrom,
    draft: (order) => draftArBill(brand, order),
    credit: (part, bill) => draftArCreditNote(brand, part, bill),
    today: (now) => now.toZonedDateTimeISO(TIME_ZONE).toPlainDate().toString(),
    authorise: (document) => wsfe().authorise(document),
    recover: (document) => wsfe().recover(document),
    lastNumber: (series) => wsfe().lastNumber(series),
    books: { columns: arBookColumns, row: arBookRow },
    print: (bill, facts) => sheetOf(brand, bill, facts),
  };
}

function sheetOf(brand: ArBrand, bill: AuthorisedBill, { orderNumber, paidBy, credits }: PrintedFacts): BillSheet {
  const content = bill.content as ArContent;
  const taxesApart = bill.letter === 'A';
  const { net, exempt, taxes, receiver } = content;
  const vat = taxes.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...{ kind: bill.kind, letter: bill.letter, typeCode: bill.typeCode, pointOfSale: bill.pointOfSale, number: bill.number },
    issuedOn: bill.issuedOn,
    issuer: {
      ...{ legalName: brand.legalName, tradeName: brand.tradeName, address: brand.address },
      ...{ taxId: formatTaxId(brand.taxId), grossIncomeId: brand.grossIncomeId, activitySince: brand.activitySince },
      condition: conditionName(brand.condition),
    },
    receiver: { name: receiver.name, document: receiver.document, condition: receiver.condition, address: receiver.address },
    service:
      content.concept === 1
        ? null
        : { from: content.service?.from ?? bill.issuedOn, to: content.service?.to ?? bill.issuedOn, dueOn: bill.issuedOn },
    paidBy,
    lines: (taxesApart ? withoutTaxes(bill.lines) : bill.lines).map(({ text, detail, quantity, taxRate, amount }) => ({
      ...{ text, detail, quantity, taxRate: taxRate === 0 ? null : taxRate },
      ...{ unitAmount: Math.round(amount / quantity), amount },
    })),
    ...{ taxesApart, net, exempt, total: bill.amount },
    taxes: taxes.map(({ rate, base, amount }) => ({ rate, base, amount })),
    // Ley 27.743: what a consumer pays says which taxes it contains.
    contained: bill.letter === 'B' ? { vat, others: 0 } : null,
    credits: credits && {
      letter: credits.letter,
      ...{ pointOfSale: credits.pointOfSale, number: credits.number, issuedOn: credits.issuedOn },
    },
    legends: receiver.isMonotributo && taxesApart ? [t('legend.monotributo')] : [],
    authorisation: { name: 'CAE', code: bill.authorisation, expiresOn: bill.authorisationExpires },
    qr: qrOf(brand, bill),
    orderNumber,
  };
}

/** Lines of a bill that lists its taxes apart: together they are what each tax class is before taxes, whatever rounding says of each. */
function withoutTaxes(lines: readonly BillLine[]): BillLine[] {
  const before = new Map<number, number>();
  return lines.map((line) => {
    const from = before.get(line.taxRate) ?? 0;
    before.set(line.taxRate, from + line.amount);
    return { ...line, amount: netOf(from + line.amount, line.taxRate) - netOf(from, line.taxRate) };
  });
}

/** What the fiscal QR holds (RG 4892): an address with compact JSON in base64. */
export function qrOf({ taxId }: Pick<ArBrand, 'taxId'>, bill: AuthorisedBill): string {
  const { documentCode, documentNumber } = bill.content as ArContent;
  const facts = {
    ver: 1,
    fecha: bill.issuedOn,
    cuit: Number(taxId),
    ptoVta: bill.pointOfSale,
    tipoCmp: bill.typeCode,
    nroCmp: bill.number,
    importe: bill.amount / 100,
    moneda: 'PES',
    ctz: 1,
    ...(documentNumber === '0' ? {} : { tipoDocRec: documentCode, nroDocRec: Number(documentNumber) }),
    tipoCodAut: 'E',
    codAut: Number(bill.authorisation),
  };
  return `https://www.arca.gob.ar/fe/qr/?p=${Buffer.from(JSON.stringify(facts)).toString('base64')}`;
}
