import { escapeUTF8 } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { request } from 'undici';

/** The authority answered with a fault of its own. */
export class SoapFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The connection was never made, so the request was not processed. After any other failure it may have been. */
export class Unreached extends Error {}

interface SoapCall {
  readonly url: string;
  readonly action: string;
  /** The content of the body, as XML. */
  readonly body: string;
  readonly withinMs: number;
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** As text: numbers of 14 digits and dates of eight stay what they are. */
const parser = new XMLParser({ ignoreAttributes: true, removeNSPrefix: true, parseTagValue: false, trimValues: true });

/** One call over SOAP 1.1; the content of the answer's body. Throws `Unreached`, `SoapFault`, or whatever broke on the way. */
export async function callSoap({ url, action, body, withinMs }: SoapCall): Promise<Record<string, unknown>> {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
    body: `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${ENVELOPE}"><soapenv:Header/><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`,
    signal: AbortSignal.timeout(withinMs),
  }).catch((error: NodeJS.ErrnoException) => {
    throw NOT_CONNECTED.has(error.code ?? '') ? new Unreached(error.code) : error;
  });
  const text = await response.body.text();
  const envelope = childOf(parser.parse(text), 'Envelope');
  const content = envelope && childOf(envelope, 'Body');
  if (!content) throw new Error(`answered ${response.statusCode} without SOAP`);
  const fault = childOf(content, 'Fault');
  if (fault) throw new SoapFault(textOf(fault, 'faultcode').replace(/^.*:/, ''), textOf(fault, 'faultstring'));
  return content;
}

export const parseXml = (text: string): Record<string, unknown> => parser.parse(text) as Record<string, unknown>;

/** A child element with content of its own; undefined where there is none, or only text. */
export function childOf(element: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const child = element[name];
  const first = Array.isArray(child) ? child[0] : child;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : undefined;
}

/** All children of a list element, such as `Errors` with its `Err`. */
export function childrenOf(element: Record<string, unknown> | undefined, list: string, name: string): Record<string, unknown>[] {
  const children = element && childOf(element, list)?.[name];
  return (Array.isArray(children) ? children : [children]).filter((child) => typeof child === 'object' && child !== null);
}

export function textOf(element: Record<string, unknown> | undefined, name: string): string {
  const text = element?.[name];
  return typeof text === 'string' ? text : '';
}

/** Text for XML; control characters, which XML cannot hold, are left out. */
export const xml = (text: string | number): string =>
  escapeUTF8(String(text).replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''));
