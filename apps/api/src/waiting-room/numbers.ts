import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Lane, lanes } from '@butaca/fair-queue';

/** A number in the line of a performance, as its visitor's cookie has it. */
export interface QueueTicket {
  readonly performanceId: number;
  readonly epoch: number;
  readonly lane: Lane;
  /** From 0, in the order of arrival in its lane. */
  readonly number: number;
  /** Epoch milliseconds by the database's clock, whole seconds. */
  readonly joinedAt: number;
  /** 48 random bits, which name the number in the store. */
  readonly id: string;
  /** Short hash of the network that it was given to. */
  readonly group: string;
  /** For accessible places alone. */
  readonly accessible: boolean;
}

/** The right to take places of a performance for a while, without a look at any store. */
export interface QueuePass {
  readonly performanceId: number;
  readonly epoch: number;
  /** Short hash of the account that may use it. */
  readonly holder: string;
  readonly expiresAt: number;
  /** When its visitor joined: nothing costs more than then. */
  readonly promisedAt: number;
  /** Places that its account may have; 0: as many as the show allows. */
  readonly mostPlaces: number;
  readonly accessible: boolean;
}

const VERSION = 1;
const KINDS = { ticket: 1, pass: 2 } as const;
type Kind = keyof typeof KINDS;
const MAC_BYTES = 16;
const TICKET_BYTES = 28;
const PASS_BYTES = 26;

/**
 * Signs numbers and passes: base64url of the bytes below, a dot, and the first 16 bytes of their HMAC-SHA256. Each kind has a key of
 * its own, derived from the server's secret, so that no number is ever taken for a pass.
 */
export class QueueSigner {
  readonly #keys: Readonly<Record<Kind, Buffer>>;
  readonly #hashKey: Buffer;

  constructor(secret: string) {
    const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `waiting room ${purpose}`, 32));
    this.#keys = { ticket: key('ticket'), pass: key('pass') };
    this.#hashKey = key('hash');
  }

  /** A keyed hash of an account or a network, 8 bytes in base64url. */
  hashOf(text: string): string {
    return createHmac('sha256', this.#hashKey).update(text).digest().subarray(0, 8).toString('base64url');
  }

  /** Of a network, as short as the public document has it: 4 bytes in hex. */
  groupOf(network: string): string {
    return createHmac('sha256', this.#hashKey).update(`group ${network}`).digest('hex').slice(0, 8);
  }

  writeTicket({ performanceId, epoch, lane, number, joinedAt, id, group, accessible }: QueueTicket): string {
    const bytes = Buffer.alloc(TICKET_BYTES);
    this.#writeHead(bytes, 'ticket', performanceId, epoch);
    bytes.writeUInt8(lanes.indexOf(lane) | (accessible ? 0x80 : 0), 8);
    bytes.writeUInt32BE(number, 9);
    bytes.writeUInt32BE(Math.floor(joinedAt / 1000), 13);
    bytes.write(id, 17, 6, 'base64url');
    bytes.write(group, 23, 4, 'hex');
    return this.#sign('ticket', bytes);
  }

  /** Null for what this server did not sign, and for numbers of other performances. */
  readTicket(text: string | undefined, performanceId: number): QueueTicket | null {
    const bytes = this.#read('ticket', text, TICKET_BYTES, performanceId);
    const lane = bytes && lanes[bytes.readUInt8(8) & 0x7f];
    if (!bytes || !lane) return null;
    return {
      performanceId,
      epoch: bytes.readUInt16BE(6),
      lane,
      number: bytes.readUInt32BE(9),
      joinedAt: bytes.readUInt32BE(13) * 1000,
      id: bytes.toString('base64url', 17, 23),
      group: bytes.toString('hex', 23, 27),
      accessible: (bytes.readUInt8(8) & 0x80) !== 0,
    };
  }

  writePass({ performanceId, epoch, holder, expiresAt, promisedAt, mostPlaces, accessible }: QueuePass): string {
    const bytes = Buffer.alloc(PASS_BYTES);
    this.#writeHead(bytes, 'pass', performanceId, epoch);
    bytes.writeUInt8(accessible ? 1 : 0, 8);
    bytes.writeUInt32BE(Math.floor(expiresAt / 1000), 9);
    bytes.writeUInt8(mostPlaces, 13);
    bytes.write(holder, 14, 8, 'base64url');
    bytes.writeUInt32BE(Math.floor(promisedAt / 1000), 22);
    return this.#sign('pass', bytes);
  }

  readPass(text: string | undefined, performanceId: number): QueuePass | null {
    const bytes = this.#read('pass', text, PASS_BYTES, performanceId);
    if (!bytes) return null;
    return {
      performanceId,
      epoch: bytes.readUInt16BE(6),
      holder: bytes.toString('base64url', 14, 22),
      expiresAt: bytes.readUInt32BE(9) * 1000,
      promisedAt: bytes.readUInt32BE(22) * 1000,
      mostPlaces: bytes.readUInt8(13),
      accessible: bytes.readUInt8(8) === 1,
    };
  }

  #writeHead(bytes: Buffer, kind: Kind, performanceId: number, epoch: number) {
    bytes.writeUInt8(VERSION, 0);
    bytes.writeUInt8(KINDS[kind], 1);
    bytes.writeUInt32BE(performanceId, 2);
    bytes.writeUInt16BE(epoch, 6);
  }

  #sign(kind: Kind, bytes: Buffer): string {
    return `${bytes.toString('base64url')}.${this.#mac(kind, bytes).toString('base64url')}`;
  }

  #mac(kind: Kind, bytes: Buffer): Buffer {
    return createHmac('sha256', this.#keys[kind]).update(bytes).digest().subarray(0, MAC_BYTES);
  }

  #read(kind: Kind, text: string | undefined, length: number, performanceId: number): Buffer | null {
    const [body, mac, ...rest] = text?.split('.') ?? [];
    if (body === undefined || mac === undefined || rest.length > 0) return null;
    const bytes = Buffer.from(body, 'base64url');
    const given = Buffer.from(mac, 'base64url');
    if (bytes.length !== length || given.length !== MAC_BYTES || !timingSafeEqual(given, this.#mac(kind, bytes))) return null;
    const isOurs = bytes.readUInt8(0) === VERSION && bytes.readUInt8(1) === KINDS[kind] && bytes.readUInt32BE(2) === performanceId;
    return isOurs ? bytes : null;
  }
}

/** A name for a new number. */
export const ticketId = (): string => randomBytes(6).toString('base64url');
