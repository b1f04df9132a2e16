import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { typedIdentifier } from '@butaca/contract';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** A code of the step before or after is taken too: clocks of phones differ, and typing takes time. */
const TOLERANCE_SECONDS = 30;

export const newTotpSecret = (): string => generateSecret();

/** What the QR code of an authenticator app holds. */
export const totpAddress = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  generateURI({ issuer, label: account, secret });

/** The time step that this code belongs to (RFC 6238), or null when it is none of the last, this or the next half minute. */
export function totpStep(secret: string, code: string, epochSeconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({ secret, token: code, epoch: epochSeconds, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

const sealingKey = (serverSecret: string) => Buffer.from(hkdfSync('sha256', serverSecret, '', 'sealed TOTP secrets', 32));

/** Encrypted (AES-256-GCM) for the person it belongs to: a copy of the table makes no codes. */
export function seal(serverSecret: string, customerId: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(serverSecret), iv).setAAD(Buffer.from(customerId));
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

export function unseal(serverSecret: string, customerId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(serverSecret), bytes.subarray(0, 12)).setAAD(Buffer.from(customerId));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** `k7mn-4dpx-9qra-wh2t`: 79 random bits, so that a plain hash of one cannot be undone. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, () => randomLetters(GROUP_LENGTH)).join('-'));

function randomLetters(count: number): string {
  let letters = '';
  while (letters.length < count) {
    const [byte = 255] = randomBytes(1);
    // A remainder would favour the first letters.
    if (byte < 248) letters += ALPHABET[byte % ALPHABET.length];
  }
  return letters;
}

export const recoveryCodeHash = (code: string): string =>
  createHash('sha256')
    .update(`recovery code ${typedCode(code)}`)
    .digest('base64url');

/** As it is compared: without blanks and hyphens, in small letters. */
export const typedCode = (typed: string): string => typedIdentifier(typed).replace(/[\s-]/g, '').toLowerCase();
