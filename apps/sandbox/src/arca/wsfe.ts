import type { Arca } from './arca.ts';
import {
  type Code,
  documentTypes,
  MOST_PER_REQUEST,
  messages,
  type Remark,
  remark,
  type VoucherType,
  vatConditions,
  vatRates,
  voucherTypeOf,
  voucherTypes,
} from './codes.ts';
import { dayOf, secondOf } from './days.ts';
import { type Detail, readDetail, requireSequence, whole } from './detail.ts';
import { judge } from './rules.ts';
import { find, textAt, Unreadable, type XmlContent, type XmlElement } from './soap.ts';
import type { Method } from './switches.ts';
import type { Voucher } from './vouchers.ts';

export const NAMESPACE = 'http://ar.gov.afip.dif.FEV1/';
/** From ARCA's tables; `NULL` is its word for no end. */
const ALWAYS = { FchDesde: '20100917', FchHasta: 'NULL' };

type WsfeMethod = Exclude<Method, 'loginCms'>;
type Result = Readonly<Record<string, XmlContent>>;
type Answer = (call: XmlElement, arca: Arca) => Result;

const answers: Readonly<Record<Exclude<WsfeMethod, 'FEDummy'>, Answer>> = {
  FECompUltimoAutorizado: lastAuthorised,
  FECAESolicitar: authorise,
  FECompConsultar: consult,
  FECompTotXRequest: () => ({ RegXReq: MOST_PER_REQUEST }),
  FEParamGetCondicionIvaReceptor: conditions,
  FEParamGetPtosVenta: (_, { pointsOfSale }) => ({
    ResultGet: { PtoVenta: pointsOfSale.map((Nro) => ({ Nro, EmisionTipo: 'CAE', Bloqueado: 'N', FchBaja: 'NULL' })) },
  }),
  FEParamGetTiposCbte: () => ({ ResultGet: { CbteTipo: voucherTypes.map(({ id, name }) => ({ Id: id, Desc: name, ...ALWAYS })) } }),
  FEParamGetTiposDoc: () => ({ ResultGet: { DocTipo: documentTypes.map(({ id, name }) => ({ Id: id, Desc: name, ...ALWAYS })) } }),
  FEParamGetTiposIva: () => ({ ResultGet: { IvaTipo: vatRates.map(({ id, name }) => ({ Id: id, Desc: name, ...ALWAYS })) } }),
};

/** The content of the method's result. Of what is refused as a whole, only the errors and the schema's mandatory zeros. */
export function answerCall(method: WsfeMethod, told: XmlElement, arca: Arca): Result {
  if (method === 'FEDummy') return { AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' };
  const call = ownElements(told);
  const fail = (error: Remark) => ({ ...zerosOf(method), ...errorsOf([error]) });
  const failure = arca.takeTold('failNext', method);
  if (failure) return fail({ code: failure.code, message: failure.code === 500 ? 'Error interno de aplicacion.' : messages[failure.code] });
  const auth = find(call, 'Auth');
  if (!auth) return fail(remark(500));
  const problem = arca.wsaa.problemOf({ token: textAt(auth, 'Token'), sign: textAt(auth, 'Sign'), cuit: String(whole(auth, 'Cuit')) });
  return problem === null ? answers[method](call, arca) : fail({ code: 600, message: problem });
}

/** The series that a call is about, so that calls about one wait for one another. */
export function pairOf(call: XmlElement): string | null {
  const about = find(call, 'FeCAEReq', 'FeCabReq') ?? find(call, 'FeCompConsReq') ?? call;
  const [pointOfSale, type] = [textAt(about, 'PtoVta'), textAt(about, 'CbteTipo')];
  return pointOfSale === null || type === null ? null : `${pointOfSale}-${type}`;
}

/** ASP.NET does not see elements of another namespace. */
const ownElements = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children.filter(({ namespace }) => namespace === NAMESPACE).map(ownElements),
});

const errorsOf = (errors: readonly Remark[]): Result =>
  errors.length === 0 ? {} : { Errors: { Err: errors.map(({ code, message }) => ({ Code: code, Msg: message })) } };

const observed = (observations: readonly Remark[]): XmlContent =>
  observations.length === 0 ? null : { Obs: observations.map(({ code, message }) => ({ Code: code, Msg: message })) };

function zerosOf(method: WsfeMethod): Result {
  if (method === 'FECompUltimoAutorizado') return { PtoVta: 0, CbteTipo: 0, CbteNro: 0 };
  return method === 'FECompTotXRequest' ? { RegXReq: 0 } : {};
}

function lastAuthorised(call: XmlElement, { pointsOfSale, vouchers }: Arca): Result {
  const [pointOfSale, type] = [whole(call, 'PtoVta'), whole(call, 'CbteTipo')];
  const problem: Code | null = pointsOfSale.includes(pointOfSale) ? (voucherTypeOf(type) ? null : 11001) : 11002;
  if (problem) return { ...zerosOf('FECompUltimoAutorizado'), ...errorsOf([remark(problem)]) };
  return { PtoVta: pointOfSale, CbteTipo: type, CbteNro: vouchers.lastNumberOf({ pointOfSale, type }) };
}

function authorise(call: XmlElement, arca: Arca): Result {
  const header = find(call, 'FeCAEReq', 'FeCabReq');
  if (!header) throw new Unreadable('FeCAEReq: FeCabReq is missing.');
  requireSequence(header, 'FeCabReq');
  const elements = find(call, 'FeCAEReq', 'FeDetReq')?.children ?? [];
  if (elements.some(({ name }) => name !== 'FECAEDetRequest')) throw new Unreadable('FeDetReq: holds FECAEDetRequest alone.');
  const details = elements.map(readDetail);
  const request = { count: whole(header, 'CantReg'), pointOfSale: whole(header, 'PtoVta'), typeId: whole(header, 'CbteTipo') };

  const type = voucherTypeOf(request.typeId);
  const refused = headerProblems(request, details.length, type, arca).map(remark);
  const rejection = arca.takeTold('rejectNext', 'FECAESolicitar');
  const extra = arca.takeTold('observeNext', 'FECAESolicitar');
  const errors = [...refused, ...(rejection?.where === 'errors' ? [toldRemark(rejection)] : [])];
  const results =
    type && errors.length === 0
      ? details.map((detail) => authoriseOne(detail, { pointOfSale: request.pointOfSale, type }, { rejection, extra }, arca))
      : details.map((detail) => ({ detail, voucher: null, errors: [], remarks: [] }));

  const approved = results.filter(({ voucher }) => voucher !== null).length;
  return {
    FeCabResp: {
      Cuit: arca.issuer,
      PtoVta: request.pointOfSale,
      CbteTipo: request.typeId,
      FchProceso: secondOf(arca.clock.now()),
      CantReg: details.length,
      Resultado: approved === 0 ? 'R' : approved === results.length ? 'A' : 'P',
      // A repeated number is an error (10016): WSFEv1 does not find out by itself that a request is the same.
      Reproceso: 'N',
    },
    FeDetResp: {
      FECAEDetResponse: results.map(({ detail, voucher, remarks }) => ({
        Concepto: detail.Concepto,
        DocTipo: detail.DocTipo,
        DocNro: detail.DocNro,
        CbteDesde: detail.CbteDesde,
        CbteHasta: detail.CbteHasta,
        CbteFch: voucher?.date ?? detail.CbteFch ?? '',
        Resultado: voucher ? 'A' : 'R',
        Observaciones: observed(remarks),
        CAE: voucher?.cae ?? '',
        CAEFchVto: voucher?.caeExpiresOn ?? '',
      })),
    },
    ...errorsOf(withoutRepetition([...errors, ...results.flatMap((result) => result.errors)])),
  };
}

function headerProblems(
  { count, pointOfSale }: { readonly count: number; readonly pointOfSale: number },
  sent: number,
  type: VoucherType | undefined,
  { pointsOfSale }: Arca,
): Code[] {
  if (count < 1 || count > 9998) return [10001];
  if (count !== sent) return [10002];
  if (count > MOST_PER_REQUEST) return [10003];
  if (pointOfSale < 1 || pointOfSale > 99_998) return [10004];
  if (!pointsOfSale.includes(pointOfSale)) return [10005];
  return type ? [] : [10007];
}

type Told = { readonly code: number; readonly message?: string | undefined };
const toldRemark = ({ code, message }: Told): Remark => ({
  code,
  message: message ?? (messages as Readonly<Record<number, string>>)[code] ?? 'Simulado por la caja de arena.',
});

/** Vouchers of a request are judged in turn, each against those before it. */
function authoriseOne(
  detail: Detail,
  { pointOfSale, type }: { readonly pointOfSale: number; readonly type: VoucherType },
  { rejection, extra }: { readonly rejection: Told | null; readonly extra: Told | null },
  { clock, issuer, vouchers }: Arca,
): { readonly detail: Detail; readonly voucher: Voucher | null; readonly errors: readonly Remark[]; readonly remarks: readonly Remark[] } {
  if (rejection) return { detail, voucher: null, errors: [], remarks: [toldRemark(rejection)] };
  const pair = { pointOfSale, type: type.id };
  const today = dayOf(clock.now());
  const { find: findVoucher, creditedOf } = vouchers;
  const verdict = judge(detail, { issuer, type, pointOfSale, today, last: vouchers.lastOf(pair), find: findVoucher, creditedOf });
  if (verdict.errors.length + verdict.rejections.length > 0)
    return { detail, voucher: null, errors: verdict.errors, remarks: verdict.rejections };
  const observations = [...verdict.observations, ...(extra ? [toldRemark(extra)] : [])];
  const voucher = vouchers.authorise(pair, detail, {
    date: detail.CbteFch ?? today,
    processedAt: secondOf(clock.now()),
    observations,
  });
  return { detail, voucher, errors: [], remarks: observations };
}

const withoutRepetition = (remarks: readonly Remark[]): Remark[] => [...new Map(remarks.map((each) => [each.code, each])).values()];

function consult(call: XmlElement, { pointsOfSale, vouchers }: Arca): Result {
  const about = find(call, 'FeCompConsReq');
  const pair = { pointOfSale: whole(about, 'PtoVta'), type: whole(about, 'CbteTipo') };
  if (!pointsOfSale.includes(pair.pointOfSale)) return errorsOf([remark(10104)]);
  const voucher = vouchers.find(pair, whole(about, 'CbteNro'));
  return voucher ? { ResultGet: consulted(voucher) } : errorsOf([remark(602)]);
}

const pesos = (cents: number) => cents / 100;

function consulted({ detail, ...voucher }: Voucher): Result {
  return {
    ...detail,
    CbteFch: voucher.date,
    ImpTotal: pesos(detail.ImpTotal),
    ImpTotConc: pesos(detail.ImpTotConc),
    ImpNeto: pesos(detail.ImpNeto),
    ImpOpEx: pesos(detail.ImpOpEx),
    ImpTrib: pesos(detail.ImpTrib),
    ImpIVA: pesos(detail.ImpIVA),
    CbtesAsoc: detail.CbtesAsoc && { CbteAsoc: detail.CbtesAsoc.map((each) => ({ ...each })) },
    Tributos: detail.Tributos && { Tributo: detail.Tributos.map(({ Id, Importe }) => ({ Id, Importe: pesos(Importe) })) },
    Iva: detail.Iva && {
      AlicIva: detail.Iva.map(({ Id, BaseImp, Importe }) => ({ Id, BaseImp: pesos(BaseImp), Importe: pesos(Importe) })),
    },
    PeriodoAsoc: detail.PeriodoAsoc && { ...detail.PeriodoAsoc },
    Resultado: 'A',
    CodAutorizacion: voucher.cae,
    EmisionTipo: 'CAE',
    FchVto: voucher.caeExpiresOn,
    FchProceso: voucher.processedAt,
    Observaciones: observed(voucher.observations),
    PtoVta: voucher.pointOfSale,
    CbteTipo: voucher.type,
  };
}

/** Without a class, all of them; class C has the same as A and B together. */
function conditions(call: XmlElement): Result {
  const wanted = textAt(call, 'ClaseCmp') || null;
  if (wanted !== null && !['A', 'B', 'C', 'ALEY', '49'].includes(wanted)) return errorsOf([remark(10244)]);
  const of = wanted === 'ALEY' ? 'A' : wanted;
  const found = vatConditions.filter((each) => of === 'C' || of === '49' || of === null || each.class === of);
  return {
    ResultGet: { CondicionIvaReceptor: found.map((each) => ({ Id: each.id, Desc: each.name, Cmp_Clase: wanted ?? `${each.class}/C` })) },
  };
}
