import { readFileSync } from 'node:fs';
import forge from 'node-forge';
import { Arca } from '../src/arca/arca.ts';
import { find, readXml, textAt, writeXml, type XmlContent, type XmlElement } from '../src/arca/soap.ts';
import { readConfig } from '../src/config.ts';
import { aSandbox } from './a-sandbox.ts';

const pem = (name: string) => readFileSync(new URL(`../src/arca/${name}.pem`, import.meta.url), 'utf8');
export const SHOP = { certificate: pem('development-certificate'), key: pem('development-key') };
export const ISSUER = '30710000006';
const FEV1 = 'http://ar.gov.afip.dif.FEV1/';

/** Half past twelve of a Thursday, before vouchers need the receiver's VAT condition. */
export const THURSDAY = '2026-11-26T12:30:00-03:00';

interface Signed {
  readonly certificate?: string;
  readonly key?: string;
  readonly detached?: boolean;
  readonly digest?: string;
  readonly withCertificate?: boolean;
  readonly attributes?: boolean;
}

/** A CMS in base64, as a shop signs its request for a ticket. */
export function sign(content: string, { certificate = SHOP.certificate, key = SHOP.key, ...options }: Signed = {}): string {
  const { detached = false, digest = forge.pki.oids.sha256, withCertificate = true, attributes = true } = options;
  const message = forge.pkcs7.createSignedData();
  message.content = forge.util.createBuffer(content, 'utf8');
  if (withCertificate) message.addCertificate(certificate);
  message.addSigner({
    key,
    certificate,
    digestAlgorithm: String(digest),
    authenticatedAttributes: attributes
      ? [
          { type: String(forge.pki.oids.contentType), value: String(forge.pki.oids.data) },
          { type: String(forge.pki.oids.messageDigest) },
          { type: String(forge.pki.oids.signingTime) },
        ]
      : [],
  });
  message.sign({ detached });
  return forge.util.encode64(forge.asn1.toDer(message.toAsn1()).getBytes());
}

interface Request {
  readonly generatedAt?: number;
  readonly expiresAt?: number;
  readonly service?: string;
  readonly uniqueId?: string;
}

/** Answers by name; what repeats is read with `all`. */
export interface Told {
  readonly status: number;
  readonly xml: XmlElement;
}

export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  (element?.children ?? []).filter((child) => child.name === name);

const remarksOf = (element: XmlElement | undefined, list: string, item: string) =>
  all(find(element, list), item).map((each) => ({ code: Number(textAt(each, 'Code')), message: textAt(each, 'Msg') }));

/** An ARCA that listens, and a shop that calls it. */
export async function anArca(over: Partial<ConstructorParameters<typeof Arca>[0]> = {}) {
  const arca = new Arca({ ...readConfig({}).arca, ...over });
  const { origin } = await aSandbox({ arca });
  let auth: { readonly Token: string; readonly Sign: string } | null = null;

  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`${origin}${path}`, { method: 'POST', body, headers: { 'content-type': 'text/xml; charset=utf-8', ...headers } });
  const soap = async (path: string, body: string, headers: Record<string, string>): Promise<Told> => {
    const response = await post(
      path,
      `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
      headers,
    );
    return { status: response.status, xml: find(readXml(await response.text()), 'Body') as XmlElement };
  };

  const shop = {
    origin,
    arca,
    post,
    soap,
    request({ generatedAt = arca.clock.now() - 60_000, expiresAt = arca.clock.now() + 600_000, ...rest }: Request = {}) {
      const { service = 'wsfe', uniqueId = '4325399' } = rest;
      const moment = (time: number) => new Date(time).toISOString();
      return `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0">${writeXml({
        header: { uniqueId, generationTime: moment(generatedAt), expirationTime: moment(expiresAt) },
        service,
      })}</loginTicketRequest>`;
    },
    /** The fault code, or the ticket. */
    async login(cms = sign(shop.request())) {
      const body = `<w:loginCms xmlns:w="http://wsaa.view.sua.dvadac.desein.afip.gov"><w:in0>${cms}</w:in0></w:loginCms>`;
      const { status, xml } = await soap('/arca/ws/services/LoginCms', body, { soapaction: '""' });
      const returned = textAt(xml, 'loginCmsResponse', 'loginCmsReturn');
      const ticket = returned === null ? null : readXml(returned);
      const credentials = find(ticket ?? undefined, 'credentials');
      return {
        status,
        fault: textAt(xml, 'Fault', 'faultcode'),
        expiresAt: textAt(ticket ?? undefined, 'header', 'expirationTime'),
        auth: credentials ? { Token: String(textAt(credentials, 'token')), Sign: String(textAt(credentials, 'sign')) } : null,
      };
    },
    async auth() {
      auth ??= (await shop.login()).auth;
      return { ...auth, Cuit: ISSUER };
    },
    /** The next call logs in again. */
    forgetTicket() {
      auth = null;
    },
    /** The result of a method of WSFEv1, with its errors. */
    async call(method: string, body: Readonly<Record<string, XmlContent>> = {}, withAuth: XmlContent = undefined) {
      const content = writeXml({ Auth: method === 'FEDummy' ? null : (withAuth ?? (await shop.auth())), ...body });
      const { status, xml } = await soap('/arca/wsfev1/service.asmx', `<${method} xmlns="${FEV1}">${content}</${method}>`, {
        soapaction: `"${FEV1}${method}"`,
      });
      const result = find(xml, `${method}Response`, `${method}Result`);
      return { status, xml, result, fault: textAt(xml, 'Fault', 'faultstring'), errors: remarksOf(result, 'Errors', 'Err') };
    },
    async issue(details: readonly Readonly<Record<string, XmlContent>>[], { type = 6, pointOfSale = 5, count = details.length } = {}) {
      const told = await shop.call('FECAESolicitar', {
        FeCAEReq: {
          FeCabReq: { CantReg: count, PtoVta: pointOfSale, CbteTipo: type },
          FeDetReq: { FECAEDetRequest: details },
        },
      });
      const vouchers = all(find(told.result, 'FeDetResp'), 'FECAEDetResponse').map((each) => ({
        number: Number(textAt(each, 'CbteDesde')),
        date: textAt(each, 'CbteFch'),
        result: textAt(each, 'Resultado'),
        cae: textAt(each, 'CAE'),
        caeExpiresOn: textAt(each, 'CAEFchVto'),
        observations: remarksOf(each, 'Observaciones', 'Obs'),
      }));
      return { ...told, outcome: textAt(told.result, 'FeCabResp', 'Resultado'), vouchers };
    },
    /** The codes that one voucher is answered with: errors of the request, then observations. */
    async codes(detail: Readonly<Record<string, XmlContent>>, at: { readonly type?: number; readonly pointOfSale?: number } = {}) {
      const { errors, vouchers, outcome } = await shop.issue([detail], at);
      return { outcome, codes: [...errors, ...(vouchers[0]?.observations ?? [])].map(({ code }) => code) };
    },
    async last({ type = 6, pointOfSale = 5 } = {}) {
      const { result } = await shop.call('FECompUltimoAutorizado', { PtoVta: pointOfSale, CbteTipo: type });
      return Number(textAt(result, 'CbteNro'));
    },
    async consult(number: number, { type = 6, pointOfSale = 5 } = {}) {
      const told = await shop.call('FECompConsultar', { FeCompConsReq: { CbteTipo: type, CbteNro: number, PtoVta: pointOfSale } });
      return { ...told, voucher: find(told.result, 'ResultGet') };
    },
    async control(body: object) {
      const response = await fetch(`${origin}/arca/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the JSON of another server
      return { status: response.status, body: (await response.json()) as any };
    },
    async vouchers() {
      const response = await fetch(`${origin}/arca/vouchers.json`);
      // biome-ignore lint/suspicious/noExplicitAny: the JSON of another server
      return ((await response.json()) as any).vouchers;
    },
    /** All as at first, on a Thursday. */
    async startAgain(now = THURSDAY) {
      shop.forgetTicket();
      await shop.control({ reset: 'all', now });
    },
  };
  return shop;
}

/** A ticket's invoice to a final consumer who is not named, in the order of the elements; undefined is left out. */
export const anInvoice = (number: number, over: Readonly<Record<string, XmlContent>> = {}): Readonly<Record<string, XmlContent>> => ({
  Concepto: 2,
  DocTipo: 99,
  DocNro: 0,
  CbteDesde: number,
  CbteHasta: number,
  CbteFch: '20261126',
  ImpTotal: '1210.00',
  ImpTotConc: '0.00',
  ImpNeto: '1000.00',
  ImpOpEx: '0.00',
  ImpTrib: '0.00',
  ImpIVA: '210.00',
  FchServDesde: '20261210',
  FchServHasta: '20261210',
  FchVtoPago: '20261126',
  MonId: 'PES',
  MonCotiz: 1,
  CanMisMonExt: undefined,
  CondicionIVAReceptorId: 5,
  CbtesAsoc: undefined,
  Tributos: undefined,
  Iva: { AlicIva: [{ Id: 5, BaseImp: '1000.00', Importe: '210.00' }] },
  PeriodoAsoc: undefined,
  ...over,
});

/** The same of class C, without tax of its own. */
export const anInvoiceC = (number: number, over: Readonly<Record<string, XmlContent>> = {}) =>
  anInvoice(number, { ImpNeto: '1210.00', ImpIVA: '0.00', Iva: undefined, ...over });

/** The same of class A: to somebody who pays VAT. */
export const anInvoiceA = (number: number, over: Readonly<Record<string, XmlContent>> = {}) =>
  anInvoice(number, { DocTipo: 80, DocNro: '33693450239', CondicionIVAReceptorId: 1, ...over });

/** What a credit note says that it takes back. */
export const about = (
  number: number,
  { type = 6, pointOfSale = 5, ...over }: Readonly<Record<string, XmlContent>> & { type?: number; pointOfSale?: number } = {},
) => ({
  CbteAsoc: [{ Tipo: type, PtoVta: pointOfSale, Nro: number, ...over }],
});
