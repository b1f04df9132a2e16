/** 128 random bits, so that a call that changes something can be repeated and still happens once. */
export const newKey = (): string =>
  // `crypto.randomUUID` exists only on secure origins, and a test server on a plain address is none.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
