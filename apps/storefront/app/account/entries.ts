import type { Role } from '@butaca/contract';
import { pathTo, type RouteName } from '../paths.ts';
import { hasScreen } from '../screens.ts';

export interface AccountSituation {
  readonly login: 'OWN_SELF_LOGIN' | 'EXTERNAL_LOGIN';
  readonly process: 'CART' | 'BOX';
  readonly hasAlias: boolean;
  readonly role: Role;
  /** Whether the account has no password and gets none here. */
  readonly isExternal?: boolean | undefined;
  /** With the external login: the address where people change their data there (TB-027). */
  readonly updateData?: string | undefined;
}

/** Keys of the entries' names; each also names its route. */
export type AccountEntry =
  | 'BuyTicketBox'
  | 'myOrders'
  | 'myBookings'
  | 'myBookingsBox'
  | 'myBalance'
  | 'myData'
  | 'myAlias'
  | 'myPhone'
  | 'myAddress'
  | 'myCards'
  | 'mySecurity'
  | 'changePassword'
  | 'mySessions'
  | 'myPrivacy';

const rules: readonly { readonly entry: AccountEntry; readonly shown: (situation: AccountSituation) => boolean }[] = [
  // The link back to the box office; during a sale the cart's icon is one.
  { entry: 'BuyTicketBox', shown: ({ role, process }) => role === 'box-office' && process === 'CART' },
  { entry: 'myOrders', shown: ({ process }) => process === 'CART' },
  { entry: 'myBookings', shown: ({ process }) => process === 'CART' },
  { entry: 'myBookingsBox', shown: ({ process }) => process === 'BOX' },
  { entry: 'myBalance', shown: ({ process, role }) => process === 'CART' && role === 'customer' },
  {
    entry: 'myData',
    shown: ({ login, process, updateData }) => (login === 'EXTERNAL_LOGIN' ? updateData !== undefined : process === 'CART'),
  },
  { entry: 'myAlias', shown: ({ login, hasAlias }) => login === 'EXTERNAL_LOGIN' && hasAlias },
  { entry: 'myPhone', shown: ({ process }) => process === 'CART' },
  { entry: 'myAddress', shown: ({ process }) => process === 'CART' },
  { entry: 'myCards', shown: ({ process, role }) => process === 'CART' && role === 'customer' },
  { entry: 'mySecurity', shown: ({ login, process, role }) => login === 'OWN_SELF_LOGIN' && process === 'CART' && role === 'customer' },
  { entry: 'changePassword', shown: ({ login, process, isExternal }) => login === 'OWN_SELF_LOGIN' && process === 'CART' && !isExternal },
  { entry: 'mySessions', shown: ({ process }) => process === 'CART' },
  { entry: 'myPrivacy', shown: ({ process }) => process === 'CART' },
];

/** The account's pages in order (TB-024..TB-031, TB-034), of those whose screens exist. */
export function accountEntries(
  situation: AccountSituation,
  exists: (name: RouteName) => boolean = hasScreen,
): { readonly entry: AccountEntry; readonly href: string }[] {
  const elsewhere = (entry: AccountEntry) =>
    entry === 'myData' && situation.login === 'EXTERNAL_LOGIN' ? situation.updateData : undefined;
  return rules
    .filter(({ entry, shown }) => shown(situation) && (elsewhere(entry) !== undefined || exists(entry)))
    .map(({ entry }) => ({ entry, href: elsewhere(entry) ?? pathTo(entry, {}) }));
}
