import { createHash, createHmac } from 'node:crypto';

export interface MerchantKey {
  readonly merchantId: string;
  readonly keyId: string;
  /** The shared secret as Cybersource hands it out, in base64. */
  readonly secret: string;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Null without one. */
  readonly body: string | null;
  readonly now: Date;
}

/** The headers of Cybersource's HTTP signature; a body's digest is signed with them. */
export function signedHeaders({ merchantId, keyId, secret }: MerchantKey, { method, url, body, now }: Call): Record<string, string> {
  const digest = body === null ? {} : { digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}` };
  // The order of the lines is part of the signature; `request-target` stands without parentheses since 2024-04-22.
  const lines = {
    host: url.host,
    date: now.toUTCString(),
    'request-target': `${method.toLowerCase()} ${url.pathname}${url.search}`,
    ...digest,
    'v-c-merchant-id': merchantId,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text.join('\n')).digest('base64');
  return {
    host: lines.host,
    date: lines.date,
    ...digest,
    'v-c-merchant-id': merchantId,
    signature: `keyid="${keyId}", algorithm="HmacSHA256", headers="${Object.keys(lines).join(' ')}", signature="${signature}"`,
  };
}
