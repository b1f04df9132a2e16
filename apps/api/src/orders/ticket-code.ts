import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** The facts that a code contains. */
interface CodedTicket {
  readonly id: string;
  readonly performanceId: number;
  readonly placeId: number;
}

export interface TicketCodes {
  /** The same for the same ticket, always, so that it is never stored. */
  sign(ticket: CodedTicket): string;
  /** The ticket of a code that was signed with our key; undefined for everything else. */
  read(code: string): CodedTicket | undefined;
}

const VERSION = 1;
const ID_BYTES = 16;
const PAYLOAD_BYTES = 1 + ID_BYTES + 4 + 4;
const SIGNATURE_BYTES = 64;
/** What stands before a seed in the PKCS #8 form of an Ed25519 key (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Codes for QR: base64url of version, ticket, performance, place and an Ed25519 signature, 119 characters. `seed`: 32 bytes in base64url. */
export function ticketCodes(seed: string): TicketCodes {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'base64url')]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  return {
    sign(ticket) {
      const payload = payloadOf(ticket);
      return Buffer.concat([payload, sign(null, payload, privateKey)]).toString('base64url');
    },
    read(code) {
      const bytes = Buffer.from(code, 'base64url');
      // Only the canonical spelling is accepted: the last character has two unused bits, and Buffer skips unknown characters.
      if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== code) return undefined;
      const payload = bytes.subarray(0, PAYLOAD_BYTES);
      if (payload[0] !== VERSION || !verify(null, payload, publicKey, bytes.subarray(PAYLOAD_BYTES))) return undefined;
      return {
        id: payload.toString('base64url', 1, 1 + ID_BYTES),
        performanceId: payload.readUInt32BE(1 + ID_BYTES),
        placeId: payload.readUInt32BE(1 + ID_BYTES + 4),
      };
    },
  };
}

function payloadOf({ id, performanceId, placeId }: CodedTicket): Buffer {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload[0] = VERSION;
  payload.write(id, 1, ID_BYTES, 'base64url');
  payload.writeUInt32BE(performanceId, 1 + ID_BYTES);
  payload.writeUInt32BE(placeId, 1 + ID_BYTES + 4);
  return payload;
}

/** Crockford's base32: no I, L, O or U, so that no letter is read for a figure. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIGN_BITS = 5n;
const SIGN_COUNT = 12;

/** What people read out at a counter (EN-117): the first 60 bits of the ticket's id as `XXXX-XXXX-XXXX`. It proves nothing; the code does. */
export function ticketNumber(ticketId: string): string {
  const bits = Buffer.from(ticketId, 'base64url').readBigUInt64BE() >> 4n;
  const signs = Array.from(
    { length: SIGN_COUNT },
    (_, index) => SIGNS[Number((bits >> (SIGN_BITS * BigInt(SIGN_COUNT - 1 - index))) & 31n)],
  );
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-');
}
