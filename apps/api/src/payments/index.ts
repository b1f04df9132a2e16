export {
  type AttemptReader,
  type AttemptRequest,
  approveCharges,
  attemptReader,
  chargeAttempt,
  isOpen,
  moveAttempt,
  queryAttempt,
  recordAnswer,
  returnMoney,
  settledAtOnce,
  startAttempts,
} from './attempts.ts';
export { CardTries, countDecline, tryKeysOf } from './card-tries.ts';
export { cardOfBin, plansOf } from './cards.ts';
export { payway } from './payway.ts';
export { type Approved, CASH, type CardGateway, type DeclineReason, FREE, kindOfProvider, type ProviderAnswer } from './provider.ts';
export {
  type Account,
  type AttemptKey,
  type AttemptRow,
  type AttemptState,
  attemptsOfKeys,
  findDoubtfulAttempts,
  forgetCards,
  latestAttempts,
  leaveAtRest,
  lockAttempt,
  lockAttempts,
  type SplitPart,
  takeDueAttempts,
  takeTurnToAsk,
} from './queries.ts';
export { type CardTryLimits, deleteOldTries, type TryKeys } from './queries-card-tries.ts';
export { bookLateReceipt, bookLateSale, bookSales } from './queries-ledger.ts';
export { showDoubts } from './show-doubts.ts';
export { watchedGateway } from './watched-gateway.ts';
