import type { PaymentMethod } from '@butaca/contract';

/** Wallets and cash come with their own providers; until then only what can be finished here is offered. */
export const canBeFinishedHere = ({ kind }: PaymentMethod): boolean => kind === 'card' || kind === 'free';
