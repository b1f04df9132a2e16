import type boxOfficeTexts from '../i18n/es/box-office.json';
import type { Counter } from './open-counter.ts';

/** What the keys of each screen do. The controls that they press say so with `aria-keyshortcuts`. */
export const keysOf = {
  start: [
    { keys: ['↓', '↑'], does: 'key.list' },
    { keys: ['Enter'], does: 'key.open' },
    { keys: ['F2'], does: 'key.next' },
  ],
  places: [
    { keys: ['0–9'], does: 'key.digits' },
    { keys: ['F6'], does: 'key.level' },
    { keys: ['Enter', 'F4'], does: 'key.take' },
    { keys: ['F8'], does: 'key.charge' },
    { keys: ['F7'], does: 'key.reserve' },
    { keys: ['F2'], does: 'key.other' },
  ],
  sale: [
    { keys: ['0–9'], does: 'key.amount' },
    { keys: ['F6'], does: 'key.cash' },
    { keys: ['F7'], does: 'key.terminal' },
    { keys: ['F4'], does: 'key.documents' },
    { keys: ['F9'], does: 'key.code' },
    { keys: ['F10'], does: 'key.price' },
    { keys: ['F3'], does: 'key.terms' },
    { keys: ['Enter', 'F8'], does: 'key.charge' },
    { keys: ['F2'], does: 'key.next' },
  ],
  sold: [
    { keys: ['Enter', 'F9'], does: 'key.print' },
    { keys: ['F2'], does: 'key.next' },
  ],
  over: [{ keys: ['F2'], does: 'key.next' }],
  sales: [
    { keys: ['Enter'], does: 'key.find' },
    { keys: ['F6'], does: 'key.change' },
    { keys: ['F9'], does: 'key.print' },
    { keys: ['F10'], does: 'key.void' },
    { keys: ['F2'], does: 'key.next' },
  ],
  drawer: [
    { keys: ['F6'], does: 'key.cash-in' },
    { keys: ['F7'], does: 'key.cash-out' },
    { keys: ['0–9'], does: 'key.count' },
    { keys: ['Enter'], does: 'key.confirm' },
    { keys: ['F2'], does: 'key.next' },
  ],
  bookings: [
    { keys: ['F8'], does: 'key.pay-first' },
    { keys: ['F10'], does: 'key.cancel-first' },
    { keys: ['F2'], does: 'key.next' },
  ],
  'not-a-counter': [],
} as const satisfies Record<
  Counter['at'] | 'sales' | 'drawer' | 'bookings',
  readonly { keys: readonly string[]; does: keyof typeof boxOfficeTexts }[]
>;

export type KeysOf = keyof typeof keysOf;
export type KeyUse = (typeof keysOf)[KeysOf][number]['does'];
