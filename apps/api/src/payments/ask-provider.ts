import type { AttemptRow } from './attempt.ts';
import type { ChargeRequest, Provider, ProviderAnswer } from './provider.ts';

/** What the attempt itself does not keep. */
export type CardOnce = Pick<ChargeRequest, 'token' | 'bin' | 'gatewayMethodId' | 'customer'>;

/** The one call that moves money. */
export async function chargeAttempt(provider: Provider, attempt: AttemptRow, card: CardOnce): Promise<ProviderAnswer> {
  const { reference, amount, currency, instalments } = attempt;
  return believed(attempt, await provider.charge({ ...card, reference, amount, currency, instalments }));
}

/** What its provider says of it now; moves nothing. */
export const queryAttempt = async (provider: Provider, attempt: AttemptRow): Promise<ProviderAnswer> =>
  believed(attempt, await provider.query(attempt.reference));

/** An answer about another amount, currency or reference says nothing about this attempt (payments.md §0.2). */
function believed(attempt: AttemptRow, answer: ProviderAnswer): ProviderAnswer {
  if (!('echo' in answer)) return answer;
  const { reference, amount, currency } = answer.echo;
  if (reference === attempt.reference && amount === attempt.amount && currency === attempt.currency) return answer;
  return { result: 'unknown', facts: { ...answer.facts, mismatch: `${reference} ${amount} ${currency}`, claimed: answer.result } };
}
