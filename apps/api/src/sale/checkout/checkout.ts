import type { charge, InputOf } from '@butaca/contract';
import type { Own } from '../own-purchase.ts';

export interface WantedCharge extends Own {
  readonly form: InputOf<typeof charge>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
  readonly ip: string;
  /** Throws its refusal; asked for once per payment, not when a click is repeated. */
  readonly demandHuman: () => Promise<void>;
}
