import type { Brand } from '@butaca/brand';
import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import type { Cookies } from '#http/cookies';
import type { Session } from '#http/serve';
import { requireCredentials } from './log-in.ts';
import type { Passwords } from './passwords.ts';
import type { Credentials } from './queries.ts';
import { type CustomerRow, customerById, lockCustomerIn, type OwnSession } from './queries-account.ts';
import { isExternal } from './queries-mailbox.ts';
import { keepCredentials } from './queries-password.ts';
import type { SignInCookies } from './sign-in/device-cookie.ts';
import type { PasskeyLogIns } from './sign-in/passkey-log-in.ts';

interface OwnerProofWorld {
  readonly db: Db;
  readonly secret: string;
  readonly login: Brand['login'];
  readonly passwords: Passwords;
  readonly cookiesOf: (cookies: Cookies) => SignInCookies;
  readonly byPasskey: PasskeyLogIns;
}

interface GivenProof {
  readonly password?: string | undefined;
  readonly passkey?: string | undefined;
  readonly ip: string;
  readonly cookies: Cookies;
}

/** What a call has shown, for a look again in its transaction. */
export interface Proved {
  /** What the password was judged by; null of a passkey. */
  readonly credentials: Credentials | null;
}

/** Shows in one call that its caller owns the account: an open session, or a device that is remembered, is not enough (decision 112). */
export class OwnerProof {
  readonly #world: OwnerProofWorld;

  constructor(world: OwnerProofWorld) {
    this.#world = world;
  }

  async requireOwner(customer: Pick<CustomerRow, 'id' | 'email'>, { password, passkey, ip, cookies }: GivenProof): Promise<Proved> {
    const { db, secret, passwords, cookiesOf, byPasskey } = this.#world;
    if (passkey !== undefined) {
      await byPasskey.requireOf(customer.id, passkey);
      return { credentials: null };
    }
    const device = cookiesOf(cookies).device();
    const credentials = await requireCredentials(db, { email: customer.email, password: password ?? '', ip, device, secret, passwords });
    // The account has moved to another address meanwhile, and somebody else has this one.
    if (credentials.id !== customer.id) throw new Refusal('wrong_credentials');
    return { credentials };
  }

  /** Staff are named by the deployment, and somebody who logs in at a provider alone proves nothing here. */
  async requireOwnLogin({ customerId, role }: Session): Promise<CustomerRow> {
    const { db, login } = this.#world;
    const customer = await this.customerOf(customerId);
    const isElsewhere = login.mode === 'EXTERNAL_LOGIN' || (await isExternal(db, customerId));
    if (role !== 'customer' || isElsewhere) throw new Refusal('not_for_you');
    return customer;
  }

  /** Refused when the session or the password ended while the proof was judged; neither ends until the transaction does. */
  async keepProof(tx: Tx, session: OwnSession, { credentials }: Proved): Promise<void> {
    await lockCustomerIn(tx, session);
    if (credentials) await keepCredentials(tx, credentials);
  }

  async customerOf(customerId: string): Promise<CustomerRow> {
    const customer = await customerById(this.#world.db, customerId);
    if (!customer) throw new Error(`customer ${customerId} of an open session does not exist`);
    return customer;
  }
}
