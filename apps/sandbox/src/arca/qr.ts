import type { Arca } from './arca.ts';
import type { Voucher } from './vouchers.ts';

/** One key of the code beside what it should be. */
interface QrField {
  readonly key: string;
  readonly told: unknown;
  readonly right: unknown;
}

interface Qr {
  readonly fields: readonly QrField[];
  /** Keys that differ or are missing, also where only the type of the JSON value does. */
  readonly differences: readonly string[];
  /** Null when there is no such voucher. */
  readonly cae: string | null;
}

/** The code of a printed voucher (RG 4892) beside the voucher that it names; null of what is no such code. */
export function readQr(parameter: string, { issuer, vouchers }: Arca): Qr | null {
  const told = decode(parameter);
  if (!told) return null;
  const { ptoVta, tipoCmp, nroCmp } = told;
  const voucher = vouchers.find({ pointOfSale: Number(ptoVta), type: Number(tipoCmp) }, Number(nroCmp));
  const right = voucher ? contentOf(voucher, Number(nroCmp), issuer) : {};
  const keys = [...new Set([...Object.keys(right), ...Object.keys(told)])];
  const fields = keys.map((key) => ({ key, told: told[key], right: right[key] }));
  return {
    fields,
    // Who receives a voucher may be left out of its code.
    differences: fields
      .filter((field) => field.told !== field.right && !(OPTIONAL.includes(field.key) && field.told === undefined))
      .map(({ key }) => key),
    cae: voucher?.cae ?? null,
  };
}

const OPTIONAL = ['tipoDocRec', 'nroDocRec'];

function decode(parameter: string): Readonly<Record<string, unknown>> | null {
  try {
    // A plus sign that was not escaped in the address arrives as a space.
    const content: unknown = JSON.parse(Buffer.from(parameter.replaceAll(' ', '+'), 'base64').toString('utf8'));
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const contentOf = ({ date, pointOfSale, type, cae, detail }: Voucher, number: number, issuer: string): Record<string, unknown> => ({
  ver: 1,
  fecha: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
  cuit: Number(issuer),
  ptoVta: pointOfSale,
  tipoCmp: type,
  nroCmp: number,
  importe: detail.ImpTotal / 100,
  moneda: detail.MonId,
  ctz: detail.MonCotiz,
  tipoDocRec: detail.DocTipo,
  nroDocRec: Number(detail.DocNro),
  tipoCodAut: 'E',
  codAut: Number(cae),
});
