import type { Db } from '#db/connect';
import { CHANGED } from './import/queries.ts';

/**
 * Calls `onChange` after every import, in whichever process it ran, and after every new connection of the listener: what was said
 * while there was none is lost.
 */
export async function listenForImports(db: Db, onChange: () => void): Promise<() => Promise<void>> {
  const { unlisten } = await db.listen(CHANGED, onChange, onChange);
  return unlisten;
}
