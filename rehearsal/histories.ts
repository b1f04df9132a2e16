import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from './stage.ts';
import type { Findings } from './witness.ts';

/** Of purchases, which are named by it. */
const OPAQUE_ID = /(?<![\w-])[\w-]{22}(?![\w-])/g;
const MOST = 20;

/** Beside the logs, all that the tables have of each purchase that a finding names: the database itself goes away. */
export async function writeHistories({ db, logDirectory }: Pick<Stage, 'db' | 'logDirectory'>, findings: Findings): Promise<void> {
  const named = [...new Set(findings.all().flatMap((what) => what.match(OPAQUE_ID) ?? []))].slice(0, MOST);
  for (const id of named) {
    const [history] = await db`
      select (select to_jsonb(purchase) from purchase where id = ${id}) as purchase,
             (select jsonb_agg(to_jsonb(attempt) order by started_at) from attempt where purchase_id = ${id}) as attempts,
             (select jsonb_agg(to_jsonb(attempt_event) order by at, id) from attempt_event where purchase_id = ${id}) as events,
             (select jsonb_agg(to_jsonb(refund) order by started_at) from refund where purchase_id = ${id}) as refunds,
             (select jsonb_agg(to_jsonb(ledger_entry) order by transaction_id, position) from ledger_entry where purchase_id = ${id}) as entries,
             (select jsonb_agg(to_jsonb(ticket)) from ticket where purchase_id = ${id}) as tickets`;
    if (history?.purchase) await writeFile(join(logDirectory, `${id}.json`), JSON.stringify(history, null, 1));
  }
}
