import { createHmac, randomBytes, randomInt, X509Certificate } from 'node:crypto';
import { escapeUTF8 } from 'entities';
import type { Clock } from '../gateway/clock.ts';
import { openCms } from './cms.ts';
import { momentOf } from './days.ts';
import { type LoginFault, Refused } from './login-faults.ts';
import { find, readXml, textAt, Unreadable, writeXml, type XmlElement } from './soap.ts';

interface Ticket {
  readonly sign: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  isRevoked: boolean;
}

const HOUR_MS = 3_600_000;
const TICKET_LIFE_MS = 12 * HOUR_MS;
const WINDOW_MS = 24 * HOUR_MS;
const SERVICE = 'wsfe';
const NAME = 'CN=wsaasandbox, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239';

interface Options {
  readonly cuit: string;
  /** PEM: the one certificate that may log in. */
  readonly certificate: string;
  readonly clock: Clock;
}

/** WSAA: a signed request for a ticket, and tokens that are good for twelve hours. */
export class Wsaa {
  readonly #cuit: string;
  readonly #certificate: X509Certificate;
  readonly #clock: Clock;
  readonly #secret = randomBytes(32);
  readonly #tickets = new Map<string, Ticket>();

  constructor({ cuit, certificate, clock }: Options) {
    this.#cuit = cuit;
    this.#certificate = new X509Certificate(certificate);
    this.#clock = clock;
  }

  /** The loginTicketResponse for a CMS in base64, or why there is none, checked in ARCA's order. */
  login(in0: string): string | LoginFault {
    try {
      const { content, signer } = openCms(decodeBase64(in0));
      this.#trust(signer);
      this.#checkRequest(content);
      if (!/^serialNumber=CUIT \d{11}$/m.test(signer.subject) || !signer.subject.includes(this.#cuit))
        throw new Refused('coe.notAuthorized');
      if (this.ticket()) throw new Refused('coe.alreadyAuthenticated');
      return this.#issue(signer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { code: error.code, message: error.message };
    }
  }

  /** The ticket that is valid now. */
  ticket(): Ticket | undefined {
    return [...this.#tickets.values()].find(({ expiresAt, isRevoked }) => !isRevoked && this.#clock.now() < expiresAt);
  }

  /** Tokens given so far are expired to WSFEv1, and the next login succeeds. */
  expireTickets() {
    for (const ticket of this.#tickets.values()) ticket.isRevoked = true;
  }

  /** WSFEv1's error 600 for an Auth element; null when it is good. */
  problemOf({ token, sign, cuit }: { readonly token: string | null; readonly sign: string | null; readonly cuit: string }): string | null {
    const ticket = this.#tickets.get(token ?? '');
    const now = this.#clock.now();
    if (!token) return 'ValidacionDeToken: Parametro nulo o vacio (token)';
    if (!ticket) return 'ValidacionDeToken: No valido token.';
    const { issuedAt, expiresAt } = ticket;
    if (ticket.isRevoked || now >= expiresAt)
      return `ValidacionDeToken: No validaron las fechas del token. GenTime=${seconds(issuedAt)}, ExpTime=${seconds(ticket.isRevoked ? Math.min(expiresAt, now) : expiresAt)}, NowUTC=${seconds(now)}`;
    if (sign !== ticket.sign) return 'ValidacionDeToken: Error al verificar hash: ';
    return cuit === this.#cuit ? null : `ValidacionDeToken: No apareció CUIT en lista de relaciones: ${cuit}`;
  }

  #trust(signer: X509Certificate) {
    const now = this.#clock.now();
    if (now < Date.parse(signer.validFrom)) throw new Refused('cms.cert.invalid');
    if (now > Date.parse(signer.validTo)) throw new Refused('cms.cert.expired');
    if (!signer.raw.equals(this.#certificate.raw)) throw new Refused('cms.cert.untrusted');
  }

  #checkRequest(content: Buffer) {
    const request = readRequest(content.toString('utf8'));
    const generatedAt = readMoment(textAt(request, 'header', 'generationTime'));
    const expiresAt = readMoment(textAt(request, 'header', 'expirationTime'));
    const uniqueId = textAt(request, 'header', 'uniqueId') ?? '';
    if (!/^\d{1,10}$/.test(uniqueId) || Number(uniqueId) > 2 ** 32 - 1) throw new Refused('xml.bad');
    const now = this.#clock.now();
    if (generatedAt > now || generatedAt < now - WINDOW_MS) throw new Refused('xml.generationTime.invalid');
    if (expiresAt < generatedAt) throw new Refused('coe.expirationTimeBeforeGenerationTime');
    if (expiresAt < now) throw new Refused('xml.expirationTime.expired');
    if (expiresAt > now + WINDOW_MS) throw new Refused('xml.expirationTime.invalid');
    if (textAt(request, 'service') !== SERVICE) throw new Refused('coe.notAuthorized');
  }

  #issue({ subject }: X509Certificate): string {
    const issuedAt = this.#clock.now();
    const expiresAt = issuedAt + TICKET_LIFE_MS;
    const destination = escapeUTF8(subject.split('\n').reverse().join(', ').replace('serialNumber=', 'SERIALNUMBER='));
    const uniqueId = randomInt(2 ** 32);
    const sso = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sso version="2.0">
    <id src="${NAME}" dst="CN=${SERVICE}, O=AFIP, C=AR" unique_id="${uniqueId}" gen_time="${seconds(issuedAt)}" exp_time="${seconds(expiresAt)}"/>
    <operation type="login" value="granted">
        <login entity="33693450239" service="${SERVICE}" uid="${destination}" authmethod="cms" regmethod="22">
            <relations>
                <relation key="${this.#cuit}" reltype="4"/>
            </relations>
        </login>
    </operation>
</sso>
`;
    const token = Buffer.from(sso).toString('base64');
    const sign = createHmac('sha256', this.#secret).update(token).digest('base64');
    this.#tickets.set(token, { sign, issuedAt, expiresAt, isRevoked: false });
    const header = { source: NAME, uniqueId, generationTime: momentOf(issuedAt), expirationTime: momentOf(expiresAt) };
    const { source, ...rest } = header;
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<loginTicketResponse version="1"><header>${writeXml({ source })}<destination>${destination}</destination>${writeXml(rest)}</header>${writeXml({ credentials: { token, sign } })}</loginTicketResponse>\n`;
  }
}

const seconds = (time: number) => Math.floor(time / 1000);

function decodeBase64(in0: string): Buffer {
  const text = in0.replace(/\s/g, '');
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) throw new Refused('cms.bad.base64');
  return Buffer.from(text, 'base64');
}

function readRequest(text: string): XmlElement {
  try {
    const request = readXml(text);
    if (request.name !== 'loginTicketRequest' || !find(request, 'header')) throw new Refused('xml.bad');
    return request;
  } catch (error) {
    throw error instanceof Unreadable ? new Refused('xml.bad') : error;
  }
}

/** xsd:dateTime; without an offset it is Argentina's time. */
function readMoment(text: string | null): number {
  const [, time, offset] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text ?? '') ?? [];
  const moment = Date.parse(`${time}${offset ?? '-03:00'}`);
  if (Number.isNaN(moment)) throw new Refused('xml.bad');
  return moment;
}
