import { request } from 'undici';
import type { ProviderAnswer } from '../provider.ts';

export interface HttpAnswer {
  readonly status: number;
  /** What its JSON says; null where there is none. */
  readonly body: unknown;
  /** The provider's own time, in milliseconds since 1970; null where it does not tell it. */
  readonly date: number | null;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form. */
  readonly body?: object | URLSearchParams | undefined;
  readonly withinMs: number;
}

/**
 * One call to a provider. A broken connection, a timeout, an answer from another address and one that is not JSON are the same: nothing is
 * known of what it did.
 */
export async function callProvider({ method, url, headers, body, withinMs }: HttpCall): Promise<HttpAnswer | Error> {
  try {
    const isForm = body instanceof URLSearchParams;
    const response = await request(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' } : {}),
        ...headers,
      },
      body: body ? (isForm ? body.toString() : JSON.stringify(body)) : null,
      signal: AbortSignal.timeout(withinMs),
    });
    const text = await response.body.text();
    // Keys are sent to this address only, and an answer from another one does not count.
    if (response.statusCode >= 300 && response.statusCode < 400) return new Error('redirected');
    const date = Date.parse(String(response.headers.date));
    return { status: response.statusCode, body: text === '' ? null : JSON.parse(text), date: Number.isNaN(date) ? null : date };
  } catch (error) {
    return error as Error;
  }
}

/** What a provider's answer means; none means that nothing is known. */
export const understood = <Answer>(got: HttpAnswer | Error, read: (got: HttpAnswer) => Answer) =>
  got instanceof Error ? ({ result: 'unknown', facts: { trouble: got.name } } as const) : read(got);

/** Of a beginning that nobody could have paid: its page or its code never reached a person. Another method may be tried at once. */
export const unlessUnreached = (answer: ProviderAnswer): ProviderAnswer =>
  answer.result === 'unknown' ? { result: 'unavailable', facts: answer.facts } : answer;
