import type { BillProblem } from '@butaca/contract';
import type { AccessTickets } from '../access-tickets.ts';
import type { Authorised, AuthorityAnswer, NumberedDocument, Recovered, Series, Unavailable } from '../fiscal-pack.ts';
import type { ArContent } from './ar-document.ts';
import { callSoap, childOf, childrenOf, SoapFault, textOf, Unreached, xml } from './soap.ts';
import type { ArcaTicket } from './wsaa.ts';

const NAMESPACE = 'http://ar.gov.afip.dif.FEV1/';
const WITHIN_MS = 20_000;

/** Error codes of WSFEv1 that decide what happens next. Every other one is a rejection, shown to staff in ARCA's words. */
const TOKEN_REFUSED = new Set(['600', '601']);
const NO_SUCH_DOCUMENT = '602';
const OUT_OF_ORDER = '10016';
/** About the issuer or the point of sale, and no single document: nothing is billed until somebody sees to it. */
const ISSUER = /^1000[0-7]$/;
/** Their own trouble: asked again later. */
const INTERNAL = new Set(['500', '501', '502']);

export interface WsfeAccess {
  readonly url: string;
  readonly taxId: string;
  readonly tickets: Pick<AccessTickets<ArcaTicket>, 'get' | 'drop'>;
}

/** The invoice service of ARCA (WSFEv1). */
export class Wsfe {
  readonly #access: WsfeAccess;

  constructor(access: WsfeAccess) {
    this.#access = access;
  }

  /** FECAESolicitar for one document. */
  async authorise(document: NumberedDocument): Promise<AuthorityAnswer> {
    const asked = await this.#ask('FECAESolicitar', requestOf(document));
    if ('result' in asked) return asked;
    const { problems, content } = asked;
    const [detail] = childrenOf(content, 'FeDetResp', 'FECAEDetResponse');
    if (detail && textOf(detail, 'Resultado') === 'A') return authorised(detail, 'CAE', 'CAEFchVto') ?? withoutResult;
    const all = [...problemsIn(detail, 'Observaciones', 'Obs'), ...problems];
    if (all.some(({ code }) => code === OUT_OF_ORDER)) return { result: 'out_of_order', trouble: sentence(all) };
    if (all.some(({ code }) => ISSUER.test(code))) return unavailable(sentence(all));
    if (all.some(({ code }) => INTERNAL.has(code))) return { result: 'unknown', trouble: sentence(all) };
    // Neither approved nor refused for a reason: what it did is not known.
    return all.length > 0 ? { result: 'refused', problems: all } : withoutResult;
  }

  /** FECompUltimoAutorizado. */
  async lastNumber(series: Series): Promise<{ number: number } | Unavailable> {
    const asked = await this.#ask('FECompUltimoAutorizado', seriesOf(series));
    if ('result' in asked) return unavailable(asked.trouble);
    const number = Number(textOf(asked.content, 'CbteNro') || Number.NaN);
    return asked.problems.length > 0 || !Number.isSafeInteger(number) ? unavailable(sentence(asked.problems)) : { number };
  }

  /** What became of a number whose answer was lost: the last one, and then the document itself (FECompConsultar). */
  async recover(document: NumberedDocument): Promise<Recovered> {
    const last = await this.lastNumber(document);
    if ('result' in last) return last;
    if (last.number < document.number) return { result: 'not_there', lastNumber: last.number };
    const { typeCode, pointOfSale, number } = document;
    const asked = await this.#ask(
      'FECompConsultar',
      `<FeCompConsReq><CbteTipo>${typeCode}</CbteTipo><CbteNro>${number}</CbteNro><PtoVta>${pointOfSale}</PtoVta></FeCompConsReq>`,
    );
    if ('result' in asked) return unavailable(asked.trouble);
    if (asked.problems.some(({ code }) => code === NO_SUCH_DOCUMENT)) return { result: 'of_another', lastNumber: last.number };
    const found = childOf(asked.content, 'ResultGet');
    if (!found) return unavailable(sentence(asked.problems));
    if (!isOurs(found, document)) return { result: 'of_another', lastNumber: last.number };
    return authorised(found, 'CodAutorizacion', 'FchVto') ?? unavailable(withoutResult.trouble);
  }

  /** One call with a ticket; one that is refused is replaced once. */
  async #ask(method: string, content: string): Promise<Answer | Unavailable | { result: 'unknown'; trouble: string }> {
    for (let isRepeated = false; ; isRepeated = true) {
      let ticket: ArcaTicket;
      try {
        ticket = await this.#access.tickets.get();
      } catch (error) {
        return unavailable(troubleOf('WSAA', error));
      }
      try {
        const answer = await this.#call(method, content, ticket);
        if (!answer.problems.some(({ code }) => TOKEN_REFUSED.has(code))) return answer;
        await this.#access.tickets.drop(ticket);
        if (isRepeated) return unavailable(sentence(answer.problems));
      } catch (error) {
        const trouble = troubleOf(method, error);
        return error instanceof Unreached ? unavailable(trouble) : { result: 'unknown', trouble };
      }
    }
  }

  async #call(method: string, content: string, { token, sign }: ArcaTicket): Promise<Answer> {
    const auth = `<Auth><Token>${xml(token)}</Token><Sign>${xml(sign)}</Sign><Cuit>${this.#access.taxId}</Cuit></Auth>`;
    const body = await callSoap({
      ...{ url: this.#access.url, action: `${NAMESPACE}${method}`, withinMs: WITHIN_MS },
      body: `<${method} xmlns="${NAMESPACE}">${auth}${content}</${method}>`,
    });
    const result = childOf(childOf(body, `${method}Response`) ?? {}, `${method}Result`);
    if (!result) throw new Error('an answer without a result');
    return { content: result, problems: problemsIn(result, 'Errors', 'Err') };
  }
}

interface Answer {
  readonly content: Record<string, unknown>;
  readonly problems: readonly BillProblem[];
}

/** The elements of `FECAEDetRequest` in the order that ARCA demands. */
function requestOf(document: NumberedDocument): string {
  const { typeCode, pointOfSale, number, issuedOn, amount } = document;
  const content = document.content as ArContent;
  const { service, credits } = content;
  const taxed = content.taxes.reduce((sum, tax) => sum + tax.amount, 0);
  const day = (date: string) => date.replaceAll('-', '');
  const due = content.concept === 1 ? '' : `<FchVtoPago>${day(issuedOn)}</FchVtoPago>`;
  // A service without days of its own is given on the day of its bill.
  const given =
    content.concept === 1
      ? ''
      : `<FchServDesde>${day(service?.from ?? issuedOn)}</FchServDesde><FchServHasta>${day(service?.to ?? issuedOn)}</FchServHasta>${due}`;
  const associated =
    credits &&
    `<CbtesAsoc><CbteAsoc><Tipo>${credits.typeCode}</Tipo><PtoVta>${credits.pointOfSale}</PtoVta><Nro>${credits.number}</Nro><Cuit>${document.issuer}</Cuit><CbteFch>${day(credits.issuedOn)}</CbteFch></CbteAsoc></CbtesAsoc>`;
  const taxes = content.taxes.map(
    ({ code, base, amount: tax }) =>
      `<AlicIva><Id>${code}</Id><BaseImp>${decimal(base)}</BaseImp><Importe>${decimal(tax)}</Importe></AlicIva>`,
  );
  const detail = [
    `<Concepto>${content.concept}</Concepto><DocTipo>${content.documentCode}</DocTipo><DocNro>${xml(content.documentNumber)}</DocNro>`,
    `<CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta><CbteFch>${day(issuedOn)}</CbteFch>`,
    `<ImpTotal>${decimal(amount)}</ImpTotal><ImpTotConc>0</ImpTotConc><ImpNeto>${decimal(content.net)}</ImpNeto>`,
    `<ImpOpEx>${decimal(content.exempt)}</ImpOpEx><ImpTrib>0</ImpTrib><ImpIVA>${decimal(taxed)}</ImpIVA>`,
    given,
    `<MonId>PES</MonId><MonCotiz>1</MonCotiz><CondicionIVAReceptorId>${content.conditionCode}</CondicionIVAReceptorId>`,
    associated ?? '',
    taxes.length > 0 ? `<Iva>${taxes.join('')}</Iva>` : '',
  ].join('');
  return `<FeCAEReq><FeCabReq><CantReg>1</CantReg><PtoVta>${pointOfSale}</PtoVta><CbteTipo>${typeCode}</CbteTipo></FeCabReq><FeDetReq><FECAEDetRequest>${detail}</FECAEDetRequest></FeDetReq></FeCAEReq>`;
}

const seriesOf = ({ pointOfSale, typeCode }: Series): string => `<PtoVta>${pointOfSale}</PtoVta><CbteTipo>${typeCode}</CbteTipo>`;

/** Whether what ARCA has under our number is what we asked for. */
function isOurs(found: Record<string, unknown>, { amount, issuedOn, content }: NumberedDocument): boolean {
  const { documentCode, documentNumber } = content as ArContent;
  return (
    Math.round(Number(textOf(found, 'ImpTotal')) * 100) === amount &&
    textOf(found, 'CbteFch') === issuedOn.replaceAll('-', '') &&
    Number(textOf(found, 'DocTipo')) === documentCode &&
    Number(textOf(found, 'DocNro')) === Number(documentNumber)
  );
}

const withoutResult = { result: 'unknown', trouble: 'an answer without a result' } as const;

/** Null where the code or its last day is missing. */
function authorised(element: Record<string, unknown>, code: string, expires: string): Authorised | null {
  const authorisation = textOf(element, code);
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(textOf(element, expires)) ?? [];
  if (!authorisation || !year) return null;
  return {
    result: 'authorised',
    authorisation,
    expiresOn: `${year}-${month}-${day}`,
    observations: problemsIn(element, 'Observaciones', 'Obs'),
  };
}

const problemsIn = (element: Record<string, unknown> | undefined, list: string, name: string): BillProblem[] =>
  childrenOf(element, list, name).map((each) => ({ code: textOf(each, 'Code'), message: textOf(each, 'Msg') }));

const sentence = (problems: readonly BillProblem[]): string =>
  problems.map(({ code, message }) => `${code} ${message}`).join('; ') || 'no answer';

const unavailable = (trouble: string): Unavailable => ({ result: 'unavailable', trouble });

const troubleOf = (what: string, error: unknown): string =>
  `${what}: ${error instanceof SoapFault ? `${error.code} ${error.message}` : error instanceof Error ? (error.message || error.name) : String(error)}`;

const decimal = (minorUnits: number): string => (minorUnits / 100).toFixed(2);
