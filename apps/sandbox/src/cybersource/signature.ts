import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

interface SignedCall {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came; empty for GET. */
  readonly body: Buffer;
}

interface MerchantKey {
  readonly merchantId: string;
  readonly keyId: string;
  /** Base64. */
  readonly secret: string;
}

/** Who may call. */
export interface CybersourceAccess extends MerchantKey {
  /** Good for tokens, and known to browsers. */
  readonly publicKey: string;
  /** Whose pages may ask for tokens, besides those of this machine. */
  readonly origin: string | undefined;
}

/** How far the date of a call may be from now. */
const MOST_SKEW_MS = 5 * 60_000;

/**
 * What is wrong with a call's HTTP signature, null when nothing is. The signed lines and their order are Cybersource's: host, date,
 * request-target (without parentheses since 2024-04-22), digest where there is a body, v-c-merchant-id.
 */
export function signatureProblem(call: SignedCall, key: MerchantKey): string | null {
  const header = (name: string) => String(call.headers[name] ?? '');
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  const names = ['host', 'date', 'request-target', ...(hasBody ? ['digest'] : []), 'v-c-merchant-id'];
  const given = fieldsOf(header('signature'));
  if (header('v-c-merchant-id') !== key.merchantId || given.get('keyid') !== key.keyId) return 'merchant';
  if (given.get('algorithm') !== 'HmacSHA256' || given.get('headers') !== names.join(' ')) return 'headers';
  if (!(Math.abs(Date.parse(header('date')) - Date.now()) <= MOST_SKEW_MS)) return 'date';
  if (hasBody && header('digest') !== `SHA-256=${createHash('sha256').update(call.body).digest('base64')}`) return 'digest';
  const signedValue = (name: string) => (name === 'request-target' ? `${call.method.toLowerCase()} ${call.path}` : header(name));
  const text = names.map((name) => `${name}: ${signedValue(name)}`).join('\n');
  const right = createHmac('sha256', Buffer.from(key.secret, 'base64')).update(text).digest();
  const signature = Buffer.from(given.get('signature') ?? '', 'base64');
  return signature.length === right.length && timingSafeEqual(signature, right) ? null : 'signature';
}

/** `name="value"` with commas between them. */
const fieldsOf = (header: string) => new Map([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
