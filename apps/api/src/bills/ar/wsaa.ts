import forge from 'node-forge';
import { callSoap, childOf, parseXml, SoapFault, textOf, xml } from './soap.ts';

/** What every call of the invoice service carries. */
export interface ArcaTicket {
  readonly token: string;
  readonly sign: string;
}

export interface WsaaAccess {
  readonly url: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

const WITHIN_MS = 15_000;
const OFFSET = '-03:00';

/** Its answer was lost, or another system logs in with the certificate. Nothing but time helps, or a second certificate. */
const ALREADY_AUTHENTICATED = 'coe.alreadyAuthenticated';
const TICKET_ELSEWHERE =
  'a ticket of access is valid that is not here: its answer was lost, or another system uses the certificate. No other one is given until it ends, at most twelve hours from now; bills go on by themselves then (coe.alreadyAuthenticated, docs/runbook.md#bills)';

/** Asks WSAA for a ticket of the invoice service, which is good for twelve hours. Throws `SoapFault` with WSAA's code. */
export async function logInToArca(access: WsaaAccess, now: Temporal.Instant) {
  const signed = signedRequest(access, now);
  const content = await callSoap({
    ...{ url: access.url, action: '', withinMs: WITHIN_MS },
    body: `<wsaa:loginCms xmlns:wsaa="http://wsaa.view.sua.dvadac.desein.afip.gov"><wsaa:in0>${signed}</wsaa:in0></wsaa:loginCms>`,
  }).catch((error: unknown) => {
    throw error instanceof SoapFault && error.code === ALREADY_AUTHENTICATED ? new Error(TICKET_ELSEWHERE) : error;
  });
  const response = childOf(parseXml(textOf(childOf(content, 'loginCmsResponse'), 'loginCmsReturn')), 'loginTicketResponse');
  const credentials = response && childOf(response, 'credentials');
  const header = response && childOf(response, 'header');
  const ticket: ArcaTicket = { token: textOf(credentials, 'token'), sign: textOf(credentials, 'sign') };
  const expires = textOf(header, 'expirationTime');
  if (!ticket.token || !ticket.sign || !expires) throw new Error('WSAA answered without a ticket');
  return { content: ticket, expiresAt: Temporal.Instant.from(expires) };
}

/** The request for a ticket as CMS with its content attached, signed by SHA-256 with RSA, DER in base64. */
function signedRequest({ certificate, key }: WsaaAccess, now: Temporal.Instant): string {
  // A clock that is some minutes ahead of theirs is no reason to be refused.
  const at = (minutes: number) => local(now.add({ minutes }));
  const content = `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0"><header><uniqueId>${xml(
    Math.floor(now.epochMilliseconds / 1000),
  )}</uniqueId><generationTime>${at(-10)}</generationTime><expirationTime>${at(10)}</expirationTime></header><service>wsfe</service></loginTicketRequest>`;
  const message = forge.pkcs7.createSignedData();
  message.content = forge.util.createBuffer(content, 'utf8');
  message.addCertificate(certificate);
  message.addSigner({
    key: forge.pki.privateKeyFromPem(key),
    certificate,
    digestAlgorithm: forge.pki.oids.sha256 as string,
    authenticatedAttributes: [
      { type: forge.pki.oids.contentType as string, value: forge.pki.oids.data as string },
      { type: forge.pki.oids.messageDigest as string },
      { type: forge.pki.oids.signingTime as string, value: new Date(now.epochMilliseconds) as unknown as string },
    ],
  });
  message.sign();
  return forge.util.encode64(forge.asn1.toDer(message.toAsn1()).getBytes());
}

const local = (instant: Temporal.Instant): string =>
  `${instant.toZonedDateTimeISO(OFFSET).toPlainDateTime().toString({ smallestUnit: 'second' })}${OFFSET}`;
