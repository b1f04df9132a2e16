import type { Brand } from '@butaca/brand';
import { type Client, createClient, type Endpoint, type InputOf } from '@butaca/contract';
import type { Look } from '../app/context.ts';

/** The storefront's dependencies: the api, the deployment's brand and its files, and the public address. */
export interface StorefrontWorld {
  /** Calls of `/v2` in this process. */
  readonly fetch: typeof fetch;
  readonly brand: Brand;
  readonly look: Look;
  readonly publicOrigin: string;
}

/** As long as the api itself keeps an anonymous answer. */
const FRESH_MS = 1000;
const MOST_ANSWERS = 100;

/**
 * The client of pages that are rendered on the server. Decoding the catalogue takes as long as rendering what a page shows of it,
 * so pages made within a second share an answer; `forget` lets go of all.
 */
export function serverClient({ fetch, brand }: Pick<StorefrontWorld, 'fetch' | 'brand'>): Client & { readonly forget: () => void } {
  const client = createClient({
    host: '',
    fetch,
    token: () => undefined,
    fingerprint: () => 'storefront',
    headerNames: brand.headers,
    countryCode: brand.locale.countryCode,
    // A page that lacks its data answers 5xx itself; on the server there is no user to redirect.
    onTrouble: () => undefined,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const kept = new Map<string, { readonly outcome: ReturnType<Client['call']>; readonly until: number }>();

  const call = (endpoint: Endpoint, input: InputOf<Endpoint>) => {
    const key = `${endpoint.path} ${JSON.stringify(input)}`;
    const now = performance.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.outcome;
    const outcome = client.call(endpoint, input).then((answered) => {
      // A fault may be over by the next page.
      if (answered.status !== 'ok' && answered.status !== 'refusal' && kept.get(key)?.outcome === outcome) kept.delete(key);
      return answered;
    });
    if (kept.size >= MOST_ANSWERS) kept.clear();
    kept.set(key, { outcome, until: now + FRESH_MS });
    return outcome;
  };
  const ask = async (endpoint: Endpoint, input: InputOf<Endpoint>) => {
    const outcome = await call(endpoint, input);
    return outcome.status === 'ok' ? outcome.data : undefined;
  };
  return { ...({ call, ask } as Client), forget: () => kept.clear() };
}
