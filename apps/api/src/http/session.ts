import type { Role } from '@butaca/contract';

/** The customer and role behind a bearer token. */
export interface Session {
  /** The id of the session, not of the customer. */
  readonly id: string;
  readonly customerId: string;
  readonly role: Role;
}
