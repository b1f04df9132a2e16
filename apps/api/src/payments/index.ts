export { approveCharges } from './approve.ts';
export { chargeAttempt, queryAttempt } from './ask-provider.ts';
export { CASH, FREE, kindOfProvider, settledAtOnce } from './at-once.ts';
export { type AttemptKey, type AttemptRow, type AttemptState, isOpen } from './attempt.ts';
export { brandName, cardOfBin } from './cards.ts';
export { plansOf } from './instalments.ts';
export { bookLateReceipt, bookLateSale, bookSales } from './ledger.ts';
export { moveAttempt, recordAnswer } from './move-attempt.ts';
export { payway } from './payway.ts';
export type { Approved, CardGateway, ProviderAnswer } from './provider.ts';
export {
  attemptsOfKeys,
  latestAttempts,
  leaveAtRest,
  lockAttempt,
  lockAttempts,
  takeDueAttempts,
  takeTurnToAsk,
} from './queries.ts';
export { findDoubtfulAttempts } from './queries-doubt.ts';
export { type AttemptReader, attemptReader } from './read-attempts.ts';
export { returnMoney } from './return-money.ts';
export type { Account, SplitPart } from './split.ts';
export { startAttempts, type WantedAttempt } from './start-attempt.ts';
