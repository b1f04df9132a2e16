/** 128 random bits: an idempotency key, under which a call may be repeated and happens once, or a browser's fingerprint. */
export const randomId = (): string =>
  // `crypto.randomUUID` exists only on secure origins, which a test server on a plain address is not.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
