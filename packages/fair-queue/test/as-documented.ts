import { createHash, createHmac } from 'node:crypto';

/**
 * The draw once more, written from docs/fair-queue.md#definition alone: another library, whole numbers without operators on bits, nothing
 * kept. It shares no line with `src`, so that both agree only if the document says what the code does.
 */
export interface DocumentedDraw {
  readonly performanceId: number;
  readonly epoch: number;
  readonly counts: { readonly priority: number; readonly general: number; readonly late: number };
}

export function documentedCommitment(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
}

export function documentedSeed(secret: string, { performanceId, epoch, counts }: DocumentedDraw): string {
  const text = `butaca-draw-1|${performanceId}|${epoch}|${counts.priority}|${counts.general}|${counts.late}`;
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(text, 'ascii').digest('hex');
}

export function documentedPosition(seed: string, lane: string, count: number, number: number): number {
  let value = number;
  do value = sixteenRounds(seed, lane, count, value);
  while (value >= count);
  const isSwapped = count >= 2 && random(seed, `${lane}|${count}|swap`) % 2 === 1;
  return isSwapped && value < 2 ? 1 - value : value;
}

/** The first four bytes as a number. */
function random(seed: string, rest: string): number {
  return createHmac('sha256', Buffer.from(seed, 'hex')).update(`butaca-draw-1|${rest}`, 'ascii').digest().readUInt32BE(0);
}

function sixteenRounds(seed: string, lane: string, count: number, value: number): number {
  let side = 2;
  while (side * side < count) side *= 2;
  let left = Math.floor(value / side);
  let right = value % side;
  for (let round = 0; round <= 15; round++) {
    const mixed = Number(BigInt(left) ^ BigInt(random(seed, `${lane}|${count}|${round}|${right}`) % side));
    left = right;
    right = mixed;
  }
  return left * side + right;
}
