import { type BusinessTimer, type Purchase, type PurchasePerformance, QUANTITY_SHOW_TYPE } from '@butaca/contract';
import { pathTo } from '../../paths.ts';

/** The badge's number; none at zero (CM-001). */
export const badgeOf = (purchase: Purchase | null): number | null => purchase?.quantity.total || null;

/** Shows of one type are sold by quantity, all others by ticket (CM-016, CM-017). */
export const wordingOf = ({ show }: PurchasePerformance): 'units' | 'tickets' =>
  show?.typeId === QUANTITY_SHOW_TYPE ? 'units' : 'tickets';

/** A gift at the box office, a ticket in the shop (TB-042, TB-043). */
export const iconOf = ({ type }: Pick<BusinessTimer, 'type'>): 'gift' | 'ticket' => (type === 'box' ? 'gift' : 'ticket');

/** Customers of the shop can remove performances; the box office resets the whole purchase (CM-014, CM-015). */
export const mayRemove = ({ type }: Pick<Purchase, 'type'>): boolean => type !== 'box';

/** Where more of the same is added (CM-011): seats on its map, quantities where they were chosen; a counter stays at its own screen. */
export function addMorePath({ id, hash, showSeo }: PurchasePerformance, { type }: Pick<Purchase, 'type'>): string {
  if (type === 'box') return pathTo('BuyTicketBox', {}, { performance: id, hash });
  return pathTo('funcion', showSeo === undefined ? {} : { seo: showSeo, performanceId: id }, { performance: id, hash });
}

/** The buy screen of the process type, for the performance last touched (CM-012). */
export const checkOutPath = ({ id, type }: Purchase, performanceId: number | undefined): string =>
  pathTo(type === 'box' ? 'BuyTicketBox' : 'BuyTicket', {}, { purchase: id, performance: performanceId });
