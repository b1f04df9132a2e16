/** Keys of what the clock has to say (ER-001..ER-003). */
export const messages = {
  expired: 'Your purchase time limit has expired',
  otherTab: 'You have started a purchase in another tab of your browser',
  cancelled: 'Your purchase process has been canceled',
} as const;
