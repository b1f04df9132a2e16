import type { Session } from '#http/serve';

/** An account, and the channel that it buys through. */
export interface Buyer {
  readonly customerId: string;
  readonly channel: 'online' | 'box_office';
}

export const buyerIn = ({ customerId, role }: Pick<Session, 'customerId' | 'role'>): Buyer => ({
  customerId,
  channel: role === 'box-office' ? 'box_office' : 'online',
});

/**
 * Whether a purchase is this caller's. What was sold at a counter belongs to no customer: its row names the clerk, who reaches it as a clerk
 * only, and no more once the account is a customer or has another role.
 */
export const isOwnedBy = (purchase: Buyer, { customerId, channel }: Buyer): boolean =>
  purchase.customerId === customerId && (purchase.channel === 'online' || channel === 'box_office');
