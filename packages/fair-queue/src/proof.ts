import { commitmentOf, type DrawnCounts, drawnOrder, type Lane, lanes, seedOf } from './draw.ts';

/** What is published when a sale is over: everything that a draw follows from. */
export interface Proof {
  readonly version: 1;
  readonly performanceId: number;
  readonly epoch: number;
  readonly commitment: string;
  /** The secret that was committed to, in hex. */
  readonly secret: string;
  readonly seed: string;
  readonly counts: DrawnCounts;
}

export type ProofFault =
  /** The secret is not the one that was committed to. */
  | 'commitment'
  /** The seed does not follow from the secret and the counts. */
  | 'seed'
  /** Two numbers of a lane have the same position. */
  | 'order';

/** Checks a proof from beginning to end, every number of every lane; empty when all is as it was promised. */
export function faultsOf(proof: Proof): readonly ProofFault[] {
  const faults: ProofFault[] = [];
  if (commitmentOf(proof.secret) !== proof.commitment) faults.push('commitment');
  if (seedOf(proof.secret, proof) !== proof.seed) faults.push('seed');
  if (!lanes.every((lane) => isWhole(proof, lane))) faults.push('order');
  return faults;
}

/** Whether each position of a lane belongs to exactly one number. */
function isWhole({ seed, counts }: Proof, lane: Lane): boolean {
  const count = counts[lane];
  const order = drawnOrder(seed, lane, count);
  const seen = new Uint8Array(count);
  for (let number = 0; number < count; number++) seen[order(number)] = 1;
  return seen.every((once) => once === 1);
}
