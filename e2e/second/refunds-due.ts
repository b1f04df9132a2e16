import { withDatabase } from '../../scripts/database.ts';

/** The worker asks now for refunds that are not done, instead of within minutes. */
await withDatabase('refunds-due', async (db) => {
  await db`update refund set check_at = clock_timestamp() where state = 'returning'`;
  await db`select graphile_worker.add_job('send-refunds')`;
});
