import type { KnownOrderState } from '@butaca/contract';
import type { JourneyName } from './provider-under-test.ts';

export interface Reading {
  /** The row of the table in docs/payments.md#given-back-elsewhere. */
  readonly row: string;
  readonly order: KnownOrderState;
  readonly validTickets: number;
  /** Refunds by their ways, the oldest first, as the tables, the buyer's order and the office's have them. */
  readonly ways: readonly ('elsewhere' | 'provider' | 'chargeback')[];
  /** Of those, what stands among the money that needs a person. */
  readonly listed: readonly ('elsewhere' | 'chargeback')[];
  /** Whether staff read there that nobody has decided which tickets some of it was for. */
  readonly isUndecided: boolean;
}

/** How each case reads afterwards, at every provider that has it. */
export const GIVEN_BACK = {
  'given back whole': {
    ...{ row: 'all of it', order: 'refunded', validTickets: 0 },
    ...{ ways: ['elsewhere'], listed: ['elsewhere'], isUndecided: false },
  },
  'given back in part': {
    ...{ row: 'a part', order: 'paid', validTickets: 2 },
    ...{ ways: ['elsewhere'], listed: ['elsewhere'], isUndecided: true },
  },
  'given back twice': {
    ...{ row: 'two parts', order: 'refunded', validTickets: 0 },
    ...{ ways: ['elsewhere', 'elsewhere'], listed: ['elsewhere', 'elsewhere'], isUndecided: false },
  },
  'given back before it is known': {
    ...{ row: 'a part, before the payment is known here', order: 'paid', validTickets: 2 },
    ...{ ways: ['elsewhere'], listed: ['elsewhere'], isUndecided: true },
  },
  'given back whole before it is known': {
    ...{ row: 'all of it, before the payment is known here', order: 'refunded', validTickets: 0 },
    ...{ ways: [], listed: [], isUndecided: false },
  },
  'given back before a refund': {
    ...{ row: 'before the office’s own refund', order: 'paid', validTickets: 1 },
    ...{ ways: ['elsewhere', 'provider'], listed: ['elsewhere'], isUndecided: true },
  },
  'given back after a refund': {
    ...{ row: 'after the office’s own refund', order: 'refunded', validTickets: 0 },
    ...{ ways: ['provider', 'elsewhere'], listed: ['elsewhere'], isUndecided: false },
  },
  'charged back': {
    ...{ row: 'a chargeback', order: 'refunded', validTickets: 0 },
    ...{ ways: ['chargeback'], listed: ['chargeback'], isUndecided: false },
  },
} as const satisfies Partial<Record<JourneyName, Reading>>;

export type GivenBackCase = keyof typeof GIVEN_BACK;
export const readingOf = (name: GivenBackCase): Reading => GIVEN_BACK[name];
