import { createHash } from 'node:crypto';
import type { Click } from '../../src/db/used-key.ts';

/** A click that asks for `asked`, of a caller whose keys are forgotten some day. */
export const aClick = ({ callerId, key, asked = 'something' }: { callerId: string; key: string; asked?: string }): Click => ({
  callerId,
  key,
  lasts: false,
  asked: createHash('sha256').update(asked).digest('base64url').slice(0, 22),
});
