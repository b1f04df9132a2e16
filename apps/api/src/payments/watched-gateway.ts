import type { Watch } from '#watch/watch';
import type { CardGateway } from './provider.ts';

/** The same gateway, whose answers are counted, timed and traced. */
export function watchedGateway(gateway: CardGateway, { counts: { paymentAnswers, gatewaySeconds }, spans }: Watch): CardGateway {
  const provider = gateway.name;
  const counted = async <Answer extends { readonly result: string }>(asked: 'charge' | 'query' | 'reverse', ask: () => Promise<Answer>) => {
    const startedAt = performance.now();
    const answer = await (spans ? spans.run(`gateway ${asked}`, { 'butaca.provider': provider }, ask) : ask());
    gatewaySeconds.of(provider, asked).observe((performance.now() - startedAt) / 1000);
    paymentAnswers.add(paymentAnswers.keyOf({ provider, asked, result: answer.result }));
    return answer;
  };
  return {
    ...gateway,
    charge: (request) => counted('charge', () => gateway.charge(request)),
    query: (reference) => counted('query', () => gateway.query(reference)),
    reverse: (payment) => counted('reverse', () => gateway.reverse(payment)),
  };
}
