import type { Watch } from '#watch/watch';
import type { ProviderHealth } from './health.ts';
import { OURSELVES, type Provider } from './provider.ts';
import { trustedAnswer } from './trusted-steps.ts';

interface Watching {
  readonly watch: Watch;
  readonly health: ProviderHealth;
}

/** The providers of a deployment by name. Approvals of each, and of those that are ourselves, count from 0. */
export function watchedProviders(providers: readonly Provider[], watching: Watching): ReadonlyMap<string, Provider> {
  const { paymentAnswers } = watching.watch.counts;
  for (const provider of [...OURSELVES, ...providers.map(({ name }) => name)])
    paymentAnswers.know(paymentAnswers.keyOf({ provider, asked: 'charge', result: 'approved' }));
  return new Map(providers.map((provider) => [provider.name, watchedProvider(provider, watching)]));
}

/** The same provider, whose answers are counted, timed and traced, remembered as its health, and lead the browser to its own addresses only. */
function watchedProvider(inner: Provider, { watch, health }: Watching): Provider {
  const { counts, spans } = watch;
  const provider = inner.name;
  const counted = async <Answer extends { readonly result: string }>(
    asked: 'charge' | 'resume' | 'query' | 'give-up' | 'reverse' | 'refund',
    ask: () => Promise<Answer>,
  ) => {
    const startedAt = performance.now();
    const answer = await (spans ? spans.run(`gateway ${asked}`, { 'butaca.provider': provider }, ask) : ask());
    counts.gatewaySeconds.of(provider, asked).observe((performance.now() - startedAt) / 1000);
    counts.paymentAnswers.add(counts.paymentAnswers.keyOf({ provider, asked, result: answer.result }));
    health.heard(provider, answer.result);
    return answer;
  };
  const { resume, giveUp, callOff, refund } = inner;
  return {
    ...inner,
    begin: async (request) => trustedAnswer(inner, await counted('charge', () => inner.begin(request))),
    ask: async (attempt) => trustedAnswer(inner, await counted('query', () => inner.ask(attempt))),
    reverse: (payment) => counted('reverse', () => inner.reverse(payment)),
    ...(refund && { refund: (payment, part) => counted('refund', () => refund.call(inner, payment, part)) }),
    ...(resume && {
      resume: async (attempt, given) => trustedAnswer(inner, await counted('resume', () => resume.call(inner, attempt, given))),
    }),
    ...(giveUp && { giveUp: async (attempt) => trustedAnswer(inner, await counted('give-up', () => giveUp.call(inner, attempt))) }),
    ...(callOff && { callOff: async (attempt) => trustedAnswer(inner, await counted('give-up', () => callOff.call(inner, attempt))) }),
  };
}
