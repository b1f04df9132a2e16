import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './plan.ts';
import type { GatewayPayment } from './sheet.ts';
import type { Stage } from './stage.ts';
import type { Witness } from './witness.ts';

interface Working {
  readonly stage: Stage;
  readonly witness: Witness;
  readonly random: Random;
  /** No money goes back after it aborts. */
  readonly signal: AbortSignal;
}

/** Money that is with a provider, and how that provider's people give it back. */
interface Kept {
  readonly reference: string;
  readonly amount: number;
  /** Of it, what has not gone back. */
  readonly left: number;
  readonly giveBack: (amount: number) => Promise<boolean>;
  /** By the bank of its card; left out where nobody but a settlement file would tell. */
  readonly chargeBack?: () => Promise<boolean>;
}

const PAUSE_MS = [700, 2500] as const;

/**
 * The people of the providers, and the banks of cards: now and then money of a payment goes back on their own pages, whole, in part or what was left of it,
 * also of one that is not known to be paid yet, and also while it is on its way back from here.
 */
export async function workAtProviders({ stage, witness, random, signal }: Working): Promise<void> {
  while (!signal.aborted) {
    await sleep(random.between(...PAUSE_MS), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const act = random.pick(['whole', 'whole', 'part', 'part', 'charged back'] as const);
    const kept = (await keptAtProviders(stage).catch(() => [])).filter(({ chargeBack }) => act !== 'charged back' || chargeBack);
    if (kept.length === 0) continue;
    const payment = random.pick(kept);
    const amount = act === 'part' ? Math.floor(payment.amount / 2) : payment.left;
    if (amount > payment.left) continue;
    // Its places may be another buyer's from now on.
    if (amount === payment.left) await forget(payment, { stage, witness });
    if (act === 'charged back') {
      if (await payment.chargeBack?.()) witness.acts.saw('charged back');
    } else if (await payment.giveBack(amount)) witness.acts.saw(act === 'whole' ? 'given back there whole' : 'given back there in part');
  }
}

async function forget({ reference }: Kept, { stage, witness }: Pick<Working, 'stage' | 'witness'>): Promise<void> {
  const [attempt] = await stage.db<{ purchaseId: string }[]>`
    select purchase_id as "purchaseId" from attempt where reference = ${reference}`;
  if (attempt) witness.beliefs.lose(attempt.purchaseId, performance.now());
}

async function keptAtProviders(stage: Stage): Promise<Kept[]> {
  const [cards, orders] = await Promise.all([atGateway(stage, 'payments.json'), stage.wallet.orders()]);
  const { payments } = cards as { readonly payments: readonly GatewayPayment[] };
  const byCard = payments
    .filter(({ status }) => status === 'approved' || status === 'approved_with_refund')
    .map(({ reference, amount, refunded }) => ({
      reference,
      amount,
      left: amount - refunded,
      giveBack: async (part: number) => (await atGateway(stage, 'control/give-back', { reference, amount: part })) !== null,
    }));
  const byWallet = orders.flatMap(({ reference, amount, tries }) => {
    // What was paid once more goes back by itself.
    const paid = tries.find(({ state }) => state === 'approved');
    if (!paid) return [];
    const giveBack = (part: number) => stage.wallet.giveBack(paid.id, part);
    return [{ reference, amount, left: amount - paid.back, giveBack, chargeBack: () => stage.wallet.chargeBack(reference) }];
  });
  return [...byCard, ...byWallet].filter(({ left }) => left > 0);
}

async function atGateway({ sandbox }: Stage, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${sandbox}/gateway/${path}`, {
    signal: AbortSignal.timeout(2000),
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  }).catch(() => null);
  return response?.ok ? response.json() : null;
}
