import { hash } from 'node:crypto';
import { alternativePath, type Endpoint } from '@butaca/contract';

interface Asked {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

/**
 * Hash of a call with its whole decoded input, so that no handler can leave a field out. Keyed, because bodies hold documents and digits of
 * cards that could be guessed; half of its bits are kept, so nobody extends what was hashed, and an HMAC would cost a claim four times as
 * much. A captcha proves a person, a password or a passkey the owner of the account, and neither asks for anything: a repeated click may bring
 * another one.
 */
export function askedHash(secret: string, { path }: Pick<Endpoint, 'path'>, { params, query, body }: Asked): string {
  // A call and its other address (CA-092) are the same.
  const asked = [alternativePath(path) ?? path, params, withoutProofs(query), withoutProofs(body)];
  return hash('sha256', `asked ${secret} ${canonical(asked)}`, 'base64url').slice(0, KEPT_CHARACTERS);
}

const KEPT_CHARACTERS = 22;

const proofs: readonly string[] = ['captcha', 'password', 'passkey'];

const withoutProofs = (part: object | undefined): object | undefined =>
  part === undefined || !proofs.some((name) => name in part)
    ? part
    : Object.fromEntries(Object.entries(part).filter(([name]) => !proofs.includes(name)));

/** JSON with the fields of each object in the order of their names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join()}}`;
}
