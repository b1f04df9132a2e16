import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import type { AttemptKey } from '../../payments/index.ts';

/** A mail to the buyer that their money goes back, once, and exactly when it does (design §6). */
export const tellOfReturn = (tx: Tx, { purchaseId, reference }: AttemptKey) =>
  enqueue(tx, 'tell-of-return', { purchaseId, reference }, { key: `tell-of-return.${reference}` });
