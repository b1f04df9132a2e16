import { createHash, randomInt } from 'node:crypto';

/** Bancard knows people and cards by integers; these have 52 bits, so that JSON keeps them whole. */
const bitsOf = (text: string, bits: bigint): bigint =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 16)}`) >> (64n - bits);

/** Who a customer is to Bancard. */
export const userIdOf = (buyerId: string): number => Number(bitsOf(`bancard user ${buyerId}`, 52n));

const CHECK_BITS = 32n;
const checkOf = (buyerId: string, nonce: bigint) => bitsOf(`bancard card ${buyerId} ${nonce}`, CHECK_BITS);

/**
 * A new card's id. It says whose it is, so that two customers whose numbers happened to be the same would not see each other's cards.
 */
export function cardIdFor(buyerId: string): number {
  const nonce = BigInt(randomInt(1, 2 ** 20));
  return Number((nonce << CHECK_BITS) | checkOf(buyerId, nonce));
}

export const isCardIdOf = (buyerId: string, cardId: number): boolean => {
  if (!Number.isSafeInteger(cardId) || cardId <= 0) return false;
  const id = BigInt(cardId);
  return checkOf(buyerId, id >> CHECK_BITS) === BigInt.asUintN(Number(CHECK_BITS), id);
};
