import type { Role } from '@butaca/contract';

/** Who a bearer token speaks for. */
export interface Session {
  /** Of the session, not of the customer. */
  readonly id: string;
  readonly customerId: string;
  readonly role: Role;
}
