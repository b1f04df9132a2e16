import type { Tx } from './connect.ts';

/** The jobs there are, each with what its row holds: ids, never copies of people's data. */
export interface Jobs {
  'welcome-customer': { readonly customerId: string };
  'tell-of-offer': { readonly purchaseId: string };
  'tell-of-return': { readonly purchaseId: string; readonly reference: string };
}

/** Adds a job in the caller's transaction: it exists exactly when what it is about exists. A second one with the same key replaces the first. */
export async function enqueue<Task extends keyof Jobs>(tx: Tx, task: Task, payload: Jobs[Task], { key }: { key: string }): Promise<void> {
  await tx`select graphile_worker.add_job(${task}, payload => ${tx.json(payload)}::json, job_key => ${key}, max_attempts => 12)`;
}
