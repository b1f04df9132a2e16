export {
  type Asked,
  type AttemptReader,
  type AttemptRequest,
  amountIn,
  approveCharges,
  attemptReader,
  balanceIn,
  beginAttempt,
  believed,
  bookSurplus,
  bookTakenByBank,
  callOffAttempt,
  giveUpAttempt,
  isOpen,
  isOwnPayment,
  mayCallOff,
  maySlip,
  moveAttempt,
  type Providers,
  paidBeside,
  providerOf,
  queryAsItIs,
  queryAttempt,
  recordAnswer,
  resumeAttempt,
  returnMoney,
  settledAtOnce,
  startAttempts,
} from './attempts.ts';
export { compareByHand, findTyped, mayDifferFromHand, requireUntaken, type TypedPayment, unlikeHand } from './by-hand.ts';
export { CardTries, countDecline, tryKeysOf } from './card-tries.ts';
export { cardOfBin, plansOf } from './cards.ts';
export { checkLedger, type LedgerReport } from './check-ledger.ts';
export { exchangeOf } from './exchange.ts';
export { returnedIn, roundingOf, unexplained } from './given-back.ts';
export { ProviderHealth } from './health.ts';
export {
  type Approved,
  BALANCE,
  CASH,
  type DeclineReason,
  type Facts,
  FREE,
  isOurselves,
  kindOfPayment,
  type NextStep,
  type Notice,
  type Provider,
  type ProviderAnswer,
  type Returned,
  TERMINAL,
  type WebhookCall,
} from './provider.ts';
export { configuredNames, configuredProviders, originsOf, type ProviderSettings } from './providers/index.ts';
export type { PaywayThreeDSecure } from './providers/payway/payway.ts';
export { walletProblems, walletSettings, walletsOf } from './providers/wallet-settings.ts';
export {
  type Account,
  type AttemptKey,
  type AttemptRow,
  type AttemptState,
  askSoon,
  attemptOfReference,
  attemptsOf,
  attemptsOfKeys,
  checkAttemptAt,
  endSearch,
  endTurn,
  findAttempt,
  findDoubtfulAttempts,
  findDoubts,
  findReturned,
  findWaitingAttempts,
  forgetCards,
  type GivenBack,
  isOfAnotherAttempt,
  type LatestAttempt,
  lasts,
  latestAttempts,
  leaveAtRest,
  lockAttempt,
  lockAttempts,
  lockSecured,
  markCancelled,
  markCancelledOf,
  noticeOf,
  readAttempt,
  readWait,
  type SplitPart,
  type Turn,
  takeDueAttempts,
  takeTurnToAsk,
  takeTurnToHear,
  takeTurnToResume,
} from './queries.ts';
export { balanceMovements, balanceOf, lockBalance } from './queries-balance.ts';
export { type CardTryLimits, deleteOldTries, type TryKeys } from './queries-card-tries.ts';
export { bookLateReceipt, bookLateSale, bookSales, bookSetAside } from './queries-ledger.ts';
export { moneyByProvider } from './queries-ledger-check.ts';
export {
  findLatestRefunds,
  findOpenRefunds,
  findRefund,
  lockRefund,
  paymentOf,
  type RefundKey,
  type RefundOfOrder,
  type RefundRow,
  type RefundWay,
  refundsOf,
  takeDueRefunds,
  undoClosing,
} from './queries-refunds.ts';
export { attemptsBeside, attemptsTakenIn, moneyOfAttempts, type SettledAttempt, wasTakenByBank } from './queries-settlement.ts';
export { closeRefund, sendRefund, startRefund } from './refunds.ts';
export { showDoubts } from './show-doubts.ts';
export { answerBy, inTurn, waitFor } from './turns.ts';
export { watchedProviders } from './watched-provider.ts';
