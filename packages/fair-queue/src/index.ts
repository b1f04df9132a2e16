export { type LaneCounts, type Phase, phases, type QueueDocument, type StockLevel, stockLevels } from './document.ts';
export { commitmentOf, type Draw, type DrawnCounts, drawnOrder, type Lane, lanes, type Permutation, seedOf } from './draw.ts';
export { aheadOf, askAgainAfter, type Position, peopleBetween, positionOf, type QueueNumber, type WaitRange, waitOf } from './place.ts';
export { faultsOf, type Proof, type ProofFault } from './proof.ts';
export { type Challenge, isSolved, solve } from './work.ts';
