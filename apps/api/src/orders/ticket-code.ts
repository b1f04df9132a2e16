import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { typedIdentifier } from '@butaca/contract/rules/typed';

/** The facts that a code contains. */
export interface CodedTicket {
  readonly id: string;
  readonly performanceId: number;
  readonly placeId: number;
}

export interface TicketCodes {
  /** The same for the same ticket, always, so that it is never stored. */
  sign(ticket: CodedTicket): string;
  /** The ticket of a code that was signed with one of our keys; undefined for everything else. */
  read(code: string): CodedTicket | undefined;
}

const ID_BYTES = 16;
const SIGNATURE_BYTES = 64;
/** What stands before a seed in the PKCS #8 form of an Ed25519 key (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Of what a code says after its version and, in the second form, its key's id. */
const FACT_BYTES = ID_BYTES + 4 + 4;
/** Enough to find the key at once; the signature is the proof. */
const KEY_ID_LENGTH = 2;
/** The form of codes by their first byte: the first one named no key, and what was printed with it is still read. */
const KEY_ID_LENGTH_OF: Readonly<Record<number, number>> = { 1: 0, 2: KEY_ID_LENGTH };
const VERSION = 2;

interface TicketKey {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * Codes for QR: base64url of version, key id, ticket, performance, place and an Ed25519 signature, 122 characters. `seeds`: 32 bytes in
 * base64url each; the first one signs, and codes of all of them are read, so that a key can be replaced while its tickets are out.
 */
export function ticketCodes([current, ...earlier]: readonly [string, ...string[]]): TicketCodes {
  const signer = keyOf(current);
  const keys = [signer, ...earlier.map(keyOf)];
  return {
    sign(ticket) {
      const payload = Buffer.concat([Buffer.from([VERSION]), signer.id, factsOf(ticket)]);
      return Buffer.concat([payload, sign(null, payload, signer.privateKey)]).toString('base64url');
    },
    read(code) {
      const bytes = Buffer.from(code, 'base64url');
      const keyIdLength = KEY_ID_LENGTH_OF[bytes[0] ?? 0];
      // Only the canonical spelling is accepted: the last character has unused bits, and Buffer skips unknown characters.
      if (keyIdLength === undefined || bytes.length !== 1 + keyIdLength + FACT_BYTES + SIGNATURE_BYTES) return undefined;
      if (bytes.toString('base64url') !== code) return undefined;
      const payload = bytes.subarray(0, -SIGNATURE_BYTES);
      const signature = bytes.subarray(-SIGNATURE_BYTES);
      const named = bytes.subarray(1, 1 + keyIdLength);
      const known = keys.filter(({ id }) => keyIdLength === 0 || id.equals(named));
      if (!known.some(({ publicKey }) => verify(null, payload, publicKey, signature))) return undefined;
      const facts = payload.subarray(1 + keyIdLength);
      return {
        id: facts.toString('base64url', 0, ID_BYTES),
        performanceId: facts.readUInt32BE(ID_BYTES),
        placeId: facts.readUInt32BE(ID_BYTES + 4),
      };
    },
  };
}

function keyOf(seed: string): TicketKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'base64url')]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest()
    .subarray(0, KEY_ID_LENGTH);
  return { id, privateKey, publicKey };
}

function factsOf({ id, performanceId, placeId }: CodedTicket): Buffer {
  const facts = Buffer.alloc(FACT_BYTES);
  facts.write(id, 0, ID_BYTES, 'base64url');
  facts.writeUInt32BE(performanceId, ID_BYTES);
  facts.writeUInt32BE(placeId, ID_BYTES + 4);
  return facts;
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

/** What the ids of tickets with this number begin with; null for what is no number. Read as people type it, Crockford's lookalikes too. */
export function startOfTicketId(typed: string): string | null {
  const signs = typedIdentifier(typed).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  if (signs.length !== SIGN_COUNT || [...signs].some((sign) => !SIGNS.includes(sign))) return null;
  const bits = [...signs].reduce((sum, sign) => (sum << SIGN_BITS) | BigInt(SIGNS.indexOf(sign)), 0n);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(bits << 4n);
  return bytes.toString('base64url').slice(0, NUMBER_ID_LENGTH);
}

/** So many characters of base64url are the bits of a number. */
const NUMBER_ID_LENGTH = 10;
