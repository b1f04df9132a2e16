import type { Tx } from './connect.ts';

/**
 * An account is erased in one transaction that excludes every other one that starts a payment for it: those share the lock. It is kept
 * in memory, so that a payment writes nothing for it; who has it reads the account in a later statement.
 */
export const shareAccounts = (tx: Tx, customerIds: readonly string[]) => tx`
  select pg_advisory_xact_lock_shared(hashtextextended('account ' || id, 0))
    from (select id from unnest(${[...new Set(customerIds)]}::text[]) as id order by id) as accounts`;

export const lockAccount = (tx: Tx, customerId: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('account ' || ${customerId}::text, 0))`;
