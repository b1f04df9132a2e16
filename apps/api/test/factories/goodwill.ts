import type { Db } from '../../src/db/connect.ts';
import { latestAttempts, startRefund } from '../../src/payments/index.ts';

/** The provider's people gave a part of a paid order back of themselves, for no ticket. */
export async function goodwill(db: Db, { orderId, amount }: { orderId: string; amount: number }) {
  const [attempt] = await latestAttempts(db, [orderId]);
  const [first] = attempt?.split ?? [];
  if (!attempt || !first) throw new Error('nothing was paid');
  const { reference, provider, currency } = attempt;
  const parts = [{ ...first, amount }];
  await db.begin((tx) =>
    startRefund(tx, {
      ...{ purchaseId: orderId, reference, provider, currency, amount, parts, tickets: [] },
      ...{ way: 'elsewhere', reason: 'La procesadora devolvió por su cuenta una parte' },
    }),
  );
}
