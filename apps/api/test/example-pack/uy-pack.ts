import { type CsvCell, csvAmount, csvFigure } from '@butaca/contract/csv';
import {
  type Authorised,
  type AuthorisedBill,
  type BilledOrder,
  CannotBill,
  type FiscalDocument,
  type FiscalPack,
} from '../../src/bills/fiscal-pack.ts';
import type { Dgi, Numbered } from './dgi.ts';

/*
 * The pack that docs/adding-a-fiscal-pack.md walks through: as small as one can be that bills, credits, recovers and prints. No country's law.
 */

interface Issuer {
  readonly taxId: string;
  readonly legalName: string;
  readonly address: string;
  /** The rates of the country, in basis points. */
  readonly rates: readonly number[];
}

/** What only this pack knows of a document. */
interface UyContent {
  /** Minor units, taxes included, by rate. */
  readonly byRate: readonly { readonly rate: number; readonly amount: number }[];
}

const TYPE_CODES = { bill: 101, credit_note: 102 } as const;

function draft(issuer: Issuer, kind: FiscalDocument['kind'], { lines, amount }: Pick<BilledOrder, 'lines' | 'amount'>): FiscalDocument {
  const unknown = lines.find(({ taxRate }) => !issuer.rates.includes(taxRate));
  if (unknown) throw new CannotBill([{ code: '', message: `${unknown.text}: su tasa no es del IVA` }]);
  const byRate = [...Map.groupBy(lines, ({ taxRate }) => taxRate)].map(([rate, some]) => ({
    rate,
    amount: some.reduce((sum, line) => sum + line.amount, 0),
  }));
  const content: UyContent = { byRate };
  return {
    ...{ kind, letter: '', issuer: issuer.taxId, pointOfSale: 1, typeCode: TYPE_CODES[kind], lines, amount, content },
    receiverText: 'Consumidor final',
  };
}

export function uyPack(issuer: Issuer, dgi: Dgi): FiscalPack {
  return {
    name: 'uy',
    issuerTaxId: issuer.taxId,
    namedFrom: null,
    draft: (order) => draft(issuer, 'bill', order),
    credit: (part) => draft(issuer, 'credit_note', part),
    today: (now) => now.toZonedDateTimeISO('America/Montevideo').toPlainDate().toString(),
    authorise: async (asked) => {
      const answer = await dgi.number(asked).catch(() => null);
      // It may have been numbered before the connection broke: only `recover` knows.
      if (answer === null) return { result: 'unknown', trouble: 'the authority did not answer' };
      if ('last' in answer) return { result: 'out_of_order', trouble: `the last number is ${answer.last}` };
      return authorised(answer);
    },
    recover: async (asked) => {
      const [found, lastNumber] = [await dgi.find(asked, asked.number), await dgi.last(asked)];
      if (found === null) return { result: 'not_there', lastNumber };
      return found.amount === asked.amount ? authorised(found) : { result: 'of_another', lastNumber };
    },
    lastNumber: async (series) => ({ number: await dgi.last(series) }),
    books: { columns: ['Fecha', 'Número', 'Total'], row: bookRow },
    print: (bill, { orderNumber, paidBy, credits }) => ({
      ...{ kind: bill.kind, letter: bill.letter, typeCode: bill.typeCode, pointOfSale: bill.pointOfSale, number: bill.number },
      issuedOn: bill.issuedOn,
      issuer: {
        ...{ legalName: issuer.legalName, tradeName: issuer.legalName, address: issuer.address, taxId: issuer.taxId },
        ...{ grossIncomeId: '', activitySince: '2020-01-01', condition: 'Contribuyente' },
      },
      receiver: { name: null, document: null, condition: 'Consumidor final', address: null },
      service: null,
      paidBy,
      lines: bill.lines.map(({ text, detail, quantity, taxRate, amount }) => ({
        ...{ text, detail, quantity, taxRate: taxRate === 0 ? null : taxRate },
        ...{ unitAmount: Math.round(amount / quantity), amount },
      })),
      ...{ taxesApart: false, net: bill.amount, exempt: 0, taxes: [], total: bill.amount, contained: null, legends: [] },
      credits,
      authorisation: { name: 'CAE', code: bill.authorisation, expiresOn: bill.authorisationExpires },
      qr: `https://dgi.example/cfe?${bill.typeCode}.${bill.number}`,
      orderNumber,
    }),
  };
}

const authorised = ({ code, expiresOn }: Numbered): Authorised => ({
  result: 'authorised',
  authorisation: code,
  expiresOn,
  observations: [],
});

const bookRow = ({ issuedOn, number, amount, kind }: AuthorisedBill): readonly CsvCell[] => [
  csvFigure(issuedOn),
  csvFigure(number),
  csvAmount(kind === 'bill' ? amount : -amount),
];
