import type { Db } from '#db/connect';
import { recent } from '#http/recent';
import { Reading } from '#watch/numbers';
import type { Watch } from '#watch/watch';
import { countBills } from './queries.ts';

const FRESH_MS = 1000;

/** Shows bills that are not authorised; asked of one worker, for they are everybody's. */
export function showBills({ db, watch }: { readonly db: Db; readonly watch: Watch }): void {
  const read = recent(async () => await countBills(db), { freshMs: FRESH_MS });
  const show = (name: string, help: string, fact: 'waiting' | 'oldestSeconds' | 'refused') =>
    watch.show(new Reading(name, help, 'gauge', async () => [{ value: (await read())[fact], labels: {} }]));
  show('butaca_bills_waiting', 'Bills and credit notes that the tax office has not authorised yet', 'waiting');
  show('butaca_bills_oldest_seconds', 'Age of the oldest of them', 'oldestSeconds');
  show('butaca_bills_refused', 'Bills and credit notes that the tax office refused and nobody has corrected', 'refused');
}
