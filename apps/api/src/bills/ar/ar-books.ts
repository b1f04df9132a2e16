import { type CsvCell, csvAmount, csvFigure } from '@butaca/contract/csv';
import { billTexts as t } from '../../texts/index.ts';
import type { AuthorisedBill } from '../fiscal-pack.ts';
import type { ArContent } from './ar-document.ts';

/** As the IVA sales book asks for them. */
export const arBookColumns: readonly string[] = [
  'Fecha',
  'Tipo',
  'Código',
  'Punto de venta',
  'Número',
  'Receptor',
  'Tipo de documento',
  'Documento',
  'Neto gravado',
  'IVA 27 %',
  'IVA 21 %',
  'IVA 10,5 %',
  'IVA 5 %',
  'IVA 2,5 %',
  'Exento',
  'Total',
  'CAE',
  'Vencimiento CAE',
  'Comprobante asociado',
];
const RATES = [2700, 2100, 1050, 500, 250];

/** Amounts with a point, as programs read them; those of a credit note less than nothing. */
export function arBookRow(bill: AuthorisedBill): CsvCell[] {
  const content = bill.content as ArContent;
  const { credits } = content;
  const signed = (minorUnits: number) => csvAmount(bill.kind === 'credit_note' ? -minorUnits : minorUnits);
  const taxOf = (rate: number) => content.taxes.reduce((sum, tax) => (tax.rate === rate ? sum + tax.amount : sum), 0);
  return [
    csvFigure(bill.issuedOn),
    `${t(bill.kind)} ${bill.letter}`,
    ...[bill.typeCode, bill.pointOfSale, bill.number].map(csvFigure),
    content.receiver.name ?? content.receiver.condition,
    csvFigure(content.documentCode),
    content.documentNumber,
    signed(content.net),
    ...RATES.map((rate) => signed(taxOf(rate))),
    signed(content.exempt),
    signed(bill.amount),
    bill.authorisation,
    csvFigure(bill.authorisationExpires),
    credits ? [credits.typeCode, credits.pointOfSale, credits.number].join('-') : '',
  ];
}
