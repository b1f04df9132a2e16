import type { Db } from '#db/connect';
import { recent } from '#http/recent';
import { Reading } from '#watch/numbers';
import type { Watch } from '#watch/watch';
import { countUnsettled } from './queries.ts';

const FRESH_MS = 1000;
/** The states that an attempt does not stay in. */
const unsettled = ['started', 'unknown', 'pending', 'processing', 'offered', 'returning'];

/** Shows payments whose outcome is not final; asked of one worker, for the attempts are everybody's. */
export function showDoubts({ db, watch }: { readonly db: Db; readonly watch: Watch }): void {
  const read = recent(async () => await countUnsettled(db, unsettled), { freshMs: FRESH_MS });
  const byState = (name: string, help: string, fact: 'count' | 'oldestSeconds') => {
    const values = async () => {
      const rows = new Map((await read()).map((row) => [row.state, row]));
      return unsettled.map((state) => ({ value: rows.get(state)?.[fact] ?? 0, labels: { state } }));
    };
    watch.show(new Reading(name, help, 'gauge', values));
  };
  byState('butaca_payments_in_doubt', 'Payments whose outcome is not final', 'count');
  byState('butaca_payments_in_doubt_oldest_seconds', 'Age of the oldest of them', 'oldestSeconds');
}
