import { type BillProblem, type BillReceiver, BillReceiver as ReceiverShape, type TaxCondition, wireNameOf } from '@butaca/contract';
import { documentDigits, formatTaxId, receiverProblems } from '@butaca/contract/rules/bill-receiver';
import { normalDocument } from '@butaca/contract/rules/person';
import { billTexts as t } from '../../texts/index.ts';
import {
  type AuthorisedBill,
  type BilledOrder,
  type BillLine,
  CannotBill,
  type CreditedPart,
  type FiscalDocument,
} from '../fiscal-pack.ts';

/** Who bills, as the brand says it (`fiscal` in brand.json). */
export interface ArIssuer {
  readonly taxId: string;
  readonly condition: 'registered' | 'monotributo' | 'exempt';
  readonly pointOfSale: number;
  /** In minor units: from this total on a final consumer has to be named. */
  readonly namedFrom: number;
}

type Letter = 'A' | 'B' | 'C';

/** What only ARCA's web service and the printed form know of a document; amounts in minor units. */
export interface ArContent {
  /** 1 goods, 2 services, 3 both. */
  readonly concept: 1 | 2 | 3;
  readonly documentCode: number;
  readonly documentNumber: string;
  readonly conditionCode: number;
  readonly receiver: {
    readonly name: string | null;
    readonly document: string | null;
    readonly condition: string;
    readonly address: string | null;
    readonly isMonotributo: boolean;
  };
  readonly net: number;
  readonly exempt: number;
  readonly taxes: readonly { readonly code: number; readonly rate: number; readonly base: number; readonly amount: number }[];
  readonly service: { readonly from: string; readonly to: string } | null;
  /** What a credit note takes back. */
  readonly credits: { readonly typeCode: number; readonly pointOfSale: number; readonly number: number; readonly issuedOn: string } | null;
}

type ArDocument = FiscalDocument & { readonly content: ArContent };

/** Codes of types (CbteTipo), of documents (DocTipo), of tax classes (Iva Id) and of conditions (CondicionIVAReceptorId) of WSFEv1. */
const TYPES: Readonly<Record<Letter, { readonly bill: number; readonly credit_note: number }>> = {
  A: { bill: 1, credit_note: 3 },
  B: { bill: 6, credit_note: 8 },
  C: { bill: 11, credit_note: 13 },
};
const DOCUMENTS = { cuit: 80, cuil: 86, dni: 96, passport: 94, foreign_ci: 91, migration_certificate: 30 } as const;
type KnownDocument = keyof typeof DOCUMENTS;
const UNIDENTIFIED = 99;
const TAX_CODES: ReadonlyMap<number, number> = new Map([
  [250, 9],
  [500, 8],
  [1050, 4],
  [2100, 5],
  [2700, 6],
]);
const CONDITIONS: Readonly<Record<TaxCondition, number>> = { registered: 1, exempt: 4, final_consumer: 5, monotributo: 6 };

export const conditionName = (condition: TaxCondition): string => t(`condition.${condition}`);

/** The bill of an order, refused here for what ARCA would refuse. */
export function draftArBill(issuer: ArIssuer, order: BilledOrder): ArDocument {
  const named = order.receiver ?? (order.amount >= issuer.namedFrom ? order.buyer : null);
  if (named === null && order.amount >= issuer.namedFrom) throw new CannotBill([problemOf('documentNumber', 'missing')]);
  if (named) requireReceiver(named);
  const letter = letterOf(issuer, named?.condition ?? 'final_consumer');
  const content: ArContent = {
    concept: order.service === null && order.hasGoods ? 1 : order.hasGoods ? 3 : 2,
    ...receiverContent(named),
    ...taxesOf(order.lines, letter),
    service: order.service,
    credits: null,
  };
  return {
    kind: 'bill',
    letter,
    ...{ issuer: issuer.taxId, pointOfSale: issuer.pointOfSale, typeCode: TYPES[letter].bill },
    ...{ lines: order.lines, amount: order.amount, receiverText: textOf(content), content },
  };
}

/** The credit note of a part of a bill, made out as the bill is. */
export function draftArCreditNote(issuer: ArIssuer, { lines, amount }: CreditedPart, bill: AuthorisedBill): ArDocument {
  const { typeCode, pointOfSale, number, issuedOn } = bill;
  const letter = bill.letter as Letter;
  const content: ArContent = {
    ...(bill.content as ArContent),
    ...taxesOf(lines, letter),
    credits: { typeCode, pointOfSale, number, issuedOn },
  };
  return {
    kind: 'credit_note',
    letter,
    ...{ issuer: issuer.taxId, pointOfSale: issuer.pointOfSale, typeCode: TYPES[letter].credit_note },
    ...{ lines, amount, receiverText: bill.receiverText, content },
  };
}

/** RI to RI or monotributo is A, RI to anybody else B, and everything of an issuer that is no RI is C. */
function letterOf({ condition }: ArIssuer, receiver: TaxCondition): Letter {
  if (condition !== 'registered') return 'C';
  return receiver === 'registered' || receiver === 'monotributo' ? 'A' : 'B';
}

function receiverContent(receiver: BillReceiver | null) {
  if (receiver === null)
    return {
      ...{ documentCode: UNIDENTIFIED, documentNumber: '0', conditionCode: CONDITIONS.final_consumer },
      receiver: { name: null, document: null, address: null, condition: conditionName('final_consumer'), isMonotributo: false },
    };
  const { condition, name, address = null } = receiver;
  const documentType = receiver.documentType as KnownDocument;
  const typed = normalDocument(receiver.documentNumber);
  const printed = documentType === 'cuit' || documentType === 'cuil' ? formatTaxId(typed) : typed;
  return {
    // Letters of a passport stand on the bill alone.
    ...{ documentCode: DOCUMENTS[documentType], documentNumber: documentDigits(typed), conditionCode: CONDITIONS[condition] },
    receiver: {
      ...{ name, document: `${t(`document.${documentType}`)} ${printed}`, condition: conditionName(condition), address },
      isMonotributo: condition === 'monotributo',
    },
  };
}

/**
 * What is net, exempt and tax of amounts that contain their taxes, to the cent: of each tax class together, so that the sums are what ARCA
 * computes. A bill C has no taxes of its own.
 */
function taxesOf(lines: readonly BillLine[], letter: Letter): Pick<ArContent, 'net' | 'exempt' | 'taxes'> {
  const sums = new Map<number, number>();
  for (const { taxRate, amount } of lines) sums.set(taxRate, (sums.get(taxRate) ?? 0) + amount);
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0);
  if (letter === 'C') return { net: total, exempt: 0, taxes: [] };
  const taxes = [...sums]
    .filter(([rate, amount]) => rate !== 0 && amount !== 0)
    .toSorted(([a], [b]) => b - a)
    .map(([rate, amount]) => {
      const code = TAX_CODES.get(rate);
      if (code === undefined) throw new CannotBill([{ code: '', message: t('problem.taxRate', { rate: String(rate / 100) }) }]);
      const base = netOf(amount, rate);
      return { code, rate, base, amount: amount - base };
    });
  return { net: taxes.reduce((sum, { base }) => sum + base, 0), exempt: sums.get(0) ?? 0, taxes };
}

/** Before a tax of so many basis points, rounded half up to the cent. */
export const netOf = (amount: number, rate: number): number => Math.floor((amount * 10_000) / (10_000 + rate) + 0.5);

function requireReceiver(receiver: BillReceiver): void {
  const problems = Object.entries(receiverProblems(receiver)) as [keyof BillReceiver, string][];
  if (problems.length > 0) throw new CannotBill(problems.map(([field, reason]) => problemOf(field, reason)));
}

const problemOf = (field: keyof BillReceiver, reason: string): BillProblem => ({
  code: '',
  message: t(`problem.${isTold(reason) ? reason : 'invalid'}`),
  field: wireNameOf(ReceiverShape, field),
});

const isTold = (reason: string) => reason === 'missing' || reason === 'check_digit' || reason === 'needs_cuit' || reason === 'unknown_type';

const textOf = ({ receiver: { name, document, condition } }: ArContent): string =>
  [name, document, condition].filter((part) => part !== null).join(' · ');
