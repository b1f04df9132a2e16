import {
  CONDITION_MANDATORY_FROM,
  type Code,
  CUIT,
  currencies,
  DNI,
  documentTypes,
  IDENTIFIED_FROM_CENTS,
  mayAdjust,
  outOfOrder,
  outOfWindow,
  type Remark,
  remark,
  UNIDENTIFIED,
  type VoucherType,
  vatConditions,
  vatRates,
  WITH_CHECK_DIGIT,
} from './codes.ts';
import { daysBetween, isDay } from './days.ts';
import type { Detail } from './detail.ts';
import type { Voucher } from './vouchers.ts';

/** What a voucher is judged against. */
export interface Circumstances {
  readonly issuer: string;
  readonly type: VoucherType;
  readonly pointOfSale: number;
  /** Of the sandbox's clock, `yyyymmdd`. */
  readonly today: string;
  readonly last: Voucher | undefined;
  readonly find: (pair: { readonly pointOfSale: number; readonly type: number }, number: number) => Voucher | undefined;
  readonly creditedOf: (voucher: Voucher) => number;
}

/** One voucher's verdict: it is authorised when nothing rejects it. */
interface Verdict {
  /** Told among the errors of the whole request. */
  readonly errors: readonly Remark[];
  /** Told among the observations of the voucher. */
  readonly rejections: readonly Remark[];
  readonly observations: readonly Remark[];
}

/** The validations of FECAESolicitar in the manual's order, for one voucher. */
export function judge(detail: Detail, at: Circumstances): Verdict {
  const date = detail.CbteFch ?? at.today;
  const codes = [
    ...numberProblems(detail, at),
    ...conceptProblems(detail, date),
    ...documentProblems(detail, at),
    ...amountProblems(detail, at),
    ...vatProblems(detail, at),
    ...tributeProblems(detail),
    ...currencyProblems(detail),
    ...associationProblems(detail, date, at),
    ...conditionProblems(detail, at),
  ];
  return {
    errors: isNext(detail, date, at) ? [] : [outOfOrder],
    rejections: [...dateProblems(detail, at), ...codes.map(remark)],
    observations: observationsOf(detail, at).map(remark),
  };
}

/** The number after the last one, and no date before its date. */
const isNext = ({ CbteDesde }: Detail, date: string, { last }: Circumstances): boolean =>
  CbteDesde === (last?.to ?? 0) + 1 && (last === undefined || !isDay(date) || last.date <= date);

function numberProblems({ CbteDesde: from, CbteHasta: to, ImpTotal }: Detail, { type }: Circumstances): Code[] {
  const problems: Code[] = [];
  const isNumber = (number: number) => number >= 1 && number <= 99_999_999;
  if (!isNumber(from)) problems.push(10008);
  if (!isNumber(to)) problems.push(10010);
  if (from === to) return problems;
  if (type.class !== 'B') problems.push(10012);
  else if (to < from) problems.push(10011);
  else if (ImpTotal / (to - from + 1) >= IDENTIFIED_FROM_CENTS) problems.push(10014);
  return problems;
}

/** Services are dated within ten days, products within five and, if later, in the same month. */
function dateProblems({ CbteFch: date, Concepto }: Detail, { today }: Circumstances): Remark[] {
  if (date === null) return [];
  const days = Concepto === 1 ? 5 : 10;
  if (!isDay(date) || Math.abs(daysBetween(today, date)) > days) return [outOfWindow(days)];
  return Concepto === 1 && date > today && date.slice(0, 6) !== today.slice(0, 6) ? [remark(10152)] : [];
}

function conceptProblems({ Concepto, FchServDesde: from, FchServHasta: to, FchVtoPago: due }: Detail, date: string): Code[] {
  const days = [from, to, due];
  if (![1, 2, 3].includes(Concepto)) return [10030];
  if (Concepto === 1) return days.some((day) => day !== null) ? [10049] : [];
  if (from === null || to === null || due === null || !days.every((day) => day !== null && isDay(day))) return [10049];
  return [...(from > to ? [10032 as const] : []), ...(due < date ? [10036 as const] : [])];
}

function documentProblems({ DocTipo, DocNro, ImpTotal, CbteDesde, CbteHasta }: Detail, { type, issuer }: Circumstances): Code[] {
  if (DocTipo === CUIT && DocNro === issuer) return [10069];
  if (type.class === 'A' || type.class === 'ALEY') {
    if (DocTipo !== CUIT) return [10013];
    return hasCheckDigit(DocNro) ? [] : [10015];
  }
  if (!documentTypes.some(({ id }) => id === DocTipo)) return [10015];
  const isNamed = DocTipo !== UNIDENTIFIED;
  if (isNamed !== (DocNro !== '0')) return [10015];
  if (!isNamed) return ImpTotal / Math.max(1, CbteHasta - CbteDesde + 1) >= IDENTIFIED_FROM_CENTS ? [10015] : [];
  if (CbteDesde !== CbteHasta) return [10015];
  if (WITH_CHECK_DIGIT.includes(DocTipo)) return hasCheckDigit(DocNro) ? [] : [10015];
  return DocTipo === DNI && !/^[1-9]\d{6,7}$/.test(DocNro) ? [10015] : [];
}

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Of a CUIT, CUIL or CDI: eleven digits, the last by modulo 11. */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return (11 - (sum % 11)) % 11 === Number(number[10]);
}

function amountProblems(detail: Detail, { type }: Circumstances): Code[] {
  const { ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA } = detail;
  const isC = type.class === 'C';
  const problems: Code[] = [];
  const all = [
    ImpTotal,
    ImpTotConc,
    ImpNeto,
    ImpOpEx,
    ImpTrib,
    ImpIVA,
    ...(detail.Iva ?? []).flatMap((line) => [line.BaseImp, line.Importe]),
  ];
  if (!all.every(Number.isInteger)) problems.push(10056);
  if (ImpTotConc < 0 || (isC && ImpTotConc !== 0)) problems.push(10043);
  if (ImpOpEx < 0 || (isC && ImpOpEx !== 0)) problems.push(10044);
  if (ImpNeto < 0) problems.push(10045);
  if (ImpTrib < 0) problems.push(10046);
  if (ImpIVA < 0 || (isC && ImpIVA !== 0)) problems.push(10047);
  if (ImpTotal < 0) problems.push(10065);
  const sum = isC ? ImpNeto + ImpTrib : ImpTotConc + ImpNeto + ImpOpEx + ImpTrib + ImpIVA;
  if (!isClose(ImpTotal, sum)) problems.push(10048);
  return problems;
}

/** Within a cent (for each of `parts`) or 0.01 % of what is right. */
const isClose = (told: number, right: number, parts = 1): boolean =>
  Math.abs(told - right) <= Math.max(parts, Math.abs(right) * 0.0001) + 1e-6;

function vatProblems({ Iva, ImpIVA, ImpNeto }: Detail, { type }: Circumstances): Code[] {
  if (type.class === 'C') return Iva ? [10071] : [];
  // Notes may adjust the tax alone, so neither bases nor rates are held against each other.
  const isNote = type.kind === 'credit' || type.kind === 'debit';
  if (!Iva || Iva.length === 0) return [...(ImpNeto > 0 ? [10070 as const] : []), ...(ImpIVA > 0 || Iva ? [10018 as const] : [])];
  const problems = new Set<Code>();
  if (ImpIVA === 0 && Iva.some(({ Id }) => Id !== 3)) problems.add(10018);
  if (new Set(Iva.map(({ Id }) => Id)).size < Iva.length) problems.add(10022);
  for (const { Id, BaseImp, Importe } of Iva) {
    const rate = vatRates.find(({ id }) => id === Id);
    if (!rate) problems.add(10019);
    if (BaseImp < 0 || (BaseImp === 0 && !isNote)) problems.add(10020);
    if (Importe < 0) problems.add(10021);
    if (rate && !isNote && !isClose(Importe, (BaseImp * rate.permille) / 1000)) problems.add(10051);
  }
  if (!isClose(ImpIVA, sumOf(Iva.map(({ Importe }) => Importe)), Iva.length)) problems.add(10023);
  if (!isNote && !isClose(ImpNeto, sumOf(Iva.map(({ BaseImp }) => BaseImp)), Iva.length)) problems.add(10061);
  return [...problems];
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function tributeProblems({ ImpTrib, Tributos }: Detail): Code[] {
  if (ImpTrib > 0 !== (Tributos !== null && Tributos.length > 0)) return [10024];
  return isClose(ImpTrib, sumOf((Tributos ?? []).map(({ Importe }) => Importe)), Tributos?.length) ? [] : [10029];
}

function currencyProblems({ MonId, MonCotiz, CanMisMonExt }: Detail): Code[] {
  if (MonId === null || !currencies.includes(MonId)) return [10037];
  if (MonId !== 'PES') return MonCotiz > 0 || CanMisMonExt === 'S' ? [] : [10038];
  return [...(MonCotiz === 1 ? [] : [10039 as const]), ...(CanMisMonExt === null || CanMisMonExt === 'N' ? [] : [10241 as const])];
}

function associationProblems(detail: Detail, date: string, at: Circumstances): Code[] {
  const { CbtesAsoc, PeriodoAsoc } = detail;
  const isNote = at.type.kind === 'credit' || at.type.kind === 'debit';
  if (!isNote) return [...(CbtesAsoc ? [10040 as const] : []), ...(PeriodoAsoc ? [10198 as const] : [])];
  if (!CbtesAsoc && !PeriodoAsoc) return [10197];
  return [...periodProblems(detail, date), ...associatedProblems(detail, date, at)];
}

function periodProblems({ PeriodoAsoc: period }: Detail, date: string): Code[] {
  if (!period) return [];
  const { FchDesde: from, FchHasta: to } = period;
  if (from === null || !isDay(from)) return [10204];
  if (to === null || !isDay(to)) return [10205];
  return [...(to < from ? [10207 as const] : []), ...(to > date ? [10208 as const] : [])];
}

/**
 * ARCA itself approves a note about a voucher that it does not know, with the observation 10041, and compares receivers of MiPyMEs
 * alone (10155, 10183). The sandbox rejects all three: for a shop they are always mistakes.
 */
function associatedProblems({ CbtesAsoc, DocTipo, DocNro }: Detail, date: string, at: Circumstances): Code[] {
  if (!CbtesAsoc) return [];
  if (CbtesAsoc.length === 0) return [10062];
  const problems = new Set<Code>();
  if (new Set(CbtesAsoc.map(({ Tipo, PtoVta, Nro }) => `${Tipo}-${PtoVta}-${Nro}`)).size < CbtesAsoc.length) problems.add(10060);
  for (const { Tipo, PtoVta, Nro, Cuit, CbteFch } of CbtesAsoc) {
    if (Tipo <= 0) problems.add(10057);
    if (PtoVta <= 0 || PtoVta >= 99_999) problems.add(10058);
    if (Nro <= 0 || Nro >= 99_999_999) problems.add(10059);
    if (Cuit !== null && !/^\d{11}$/.test(Cuit)) problems.add(10151);
    if (CbteFch !== null && !isDay(CbteFch)) problems.add(10213);
    if (problems.size > 0) continue;
    const adjusted = at.find({ pointOfSale: PtoVta, type: Tipo }, Nro);
    if (!mayAdjust[at.type.id]?.includes(Tipo)) problems.add(10040);
    else if (Cuit !== null && Cuit !== at.issuer) problems.add(10155);
    else if (!adjusted || (CbteFch !== null && CbteFch !== adjusted.date)) problems.add(10041);
    else if (adjusted.detail.DocTipo !== DocTipo || adjusted.detail.DocNro !== DocNro) problems.add(10183);
    else if (adjusted.date > date && adjusted.date.slice(0, 6) !== date.slice(0, 6)) problems.add(10210);
  }
  return [...problems];
}

function conditionProblems({ CondicionIVAReceptorId: id }: Detail, { type, today }: Circumstances): Code[] {
  if (id === null) return today >= CONDITION_MANDATORY_FROM ? [10246] : [];
  const condition = vatConditions.find((each) => each.id === id);
  if (!condition) return [10242];
  return type.class === 'C' || condition.class === (type.class === 'B' ? 'B' : 'A') ? [] : [10243];
}

/** Of a voucher that is authorised all the same. */
function observationsOf({ CondicionIVAReceptorId, CbtesAsoc, ImpTotal }: Detail, { type, find, creditedOf }: Circumstances): Code[] {
  const isOverCredited = (CbtesAsoc ?? []).some(({ Tipo, PtoVta, Nro }) => {
    const adjusted = find({ pointOfSale: PtoVta, type: Tipo }, Nro);
    return adjusted !== undefined && creditedOf(adjusted) + ImpTotal > adjusted.detail.ImpTotal;
  });
  return [
    ...(CondicionIVAReceptorId === null ? [10245 as const] : []),
    ...(type.kind === 'credit' && isOverCredited ? [10237 as const] : []),
  ];
}
