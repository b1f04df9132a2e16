import type { NextStep, Provider, ProviderAnswer } from './provider.ts';

type Named = Pick<Provider, 'origins'>;

/** A path of our own api, which the browser asks with its session. */
const OWN_PATH = /^\/v[23]\/[\w/.-]*(\?[\w=&%.-]*)?$/;

/**
 * An answer whose step leads the browser somewhere else than to its provider's configured origins, or to a path that is not ours, is
 * not believed: the outcome is unknown, and what it claimed is kept. Configuration demands https in production.
 */
export function trustedAnswer(provider: Named, answer: ProviderAnswer): ProviderAnswer {
  if (answer.result !== 'processing' || isTrusted(provider, answer.next)) return answer;
  const { facts, keep } = answer;
  return { result: 'unknown', facts: { ...facts, mismatch: `step ${answer.next.kind}`, claimed: 'processing' }, ...(keep && { keep }) };
}

function isTrusted({ origins: { redirects, frames } }: Named, next: NextStep): boolean {
  switch (next.kind) {
    case 'wait':
      return true;
    case 'redirect':
      return isOf(next.url, redirects);
    case 'frame':
    case 'hidden_form':
    case 'challenge':
      return isOf(next.url, frames) && frames.includes(next.origin);
    case 'qr':
      return next.url === undefined || isOf(next.url, redirects);
    case 'poll':
      return OWN_PATH.test(next.path) && !next.path.includes('..');
  }
}

const isOf = (url: string, origins: readonly string[]): boolean => URL.canParse(url) && origins.includes(new URL(url).origin);
