import { createHmac, timingSafeEqual } from 'node:crypto';

export type Linked = 'show' | 'performance';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const HASH_BITS = 64n;

/** The h that accompanies links: 64 bits of an HMAC over kind and id, 13 letters of base32; derived, never stored (C-10). */
export function linkHash(secret: string, kind: Linked, id: number): string {
  const digest = createHmac('sha256', secret).update(`link:${kind}:${id}`).digest();
  let bits = digest.readBigUInt64BE() << 1n;
  let hash = '';
  for (let left = HASH_BITS + 1n; left > 0n; left -= 5n) {
    hash = ALPHABET.charAt(Number(bits & 31n)) + hash;
    bits >>= 5n;
  }
  return hash;
}

/** Compares in constant time. */
export function isLinkHash(secret: string, kind: Linked, id: number, hash: string | undefined): boolean {
  const right = Buffer.from(linkHash(secret, kind, id));
  const given = Buffer.from(hash ?? '');
  return given.length === right.length && timingSafeEqual(given, right);
}
