import type { FailureCode } from './failure-codes.ts';
import type { FailureFacts } from './failures.ts';

/** A refusal as a caller sees it: one of some codes, with the facts that belong to it. */
export type RefusalIn<C extends FailureCode> = { readonly [Code in C]: { readonly failure: Code; readonly data: FailureFacts[Code] } }[C];

/** What each of some refusals comes to; a code without an entry is a type error. */
export type RefusalTable<C extends FailureCode, Result> = { readonly [Code in C]: (facts: FailureFacts[Code]) => Result };

export const lookUpRefusal = <C extends FailureCode, Result>(table: RefusalTable<C, Result>, { failure, data }: RefusalIn<C>): Result =>
  table[failure](data);
