/** Crockford's base32: no I, L, O or U, so that nobody reads a letter for a figure. */
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
