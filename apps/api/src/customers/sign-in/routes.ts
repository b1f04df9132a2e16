import {
  addPasskey as addPasskeyCall,
  askForLink as askForLinkCall,
  forgetDevice,
  giveSecondLook,
  listPasskeys,
  logInWithDevice,
  logInWithLink as logInWithLinkCall,
  logInWithPasskey as logInWithPasskeyCall,
  Refusal,
  removePasskey as removePasskeyCall,
  startPasskey,
  startPasskeyLogIn,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { CallWatch } from '#http/call-watch';
import type { Cookies } from '#http/cookies';
import { serve } from '#http/serve';
import type { Captcha } from '../captcha/captcha.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { customerById } from '../queries-account.ts';
import { type OpenedSession, readSessionToken } from '../session.ts';
import { SignInCookies } from './device-cookie.ts';
import { Devices, rememberDevice } from './devices.ts';
import { askForLink, LINK_MINUTES, LinkLogIns, type LinkWorld } from './links.ts';
import type { PasskeyLogIns } from './passkey-log-in.ts';
import { addPasskey, newPasskeyOptions, type PasskeyWorld, passkeyLogInOptions, presentPasskeys, removePasskey } from './passkeys.ts';
import { proveSession, revokeDevices } from './queries-devices.ts';

/** The devices of customers, and the cookies by which they are known. */
export class SignIn {
  readonly #world: PasskeyWorld;
  readonly #days: number;
  readonly devices: Devices;

  constructor(world: PasskeyWorld, { rememberDays }: { readonly rememberDays: number }) {
    this.#world = world;
    const { db, secret, login } = world;
    // Who logs in at a provider is remembered there.
    this.#days = login.mode === 'EXTERNAL_LOGIN' ? 0 : rememberDays;
    this.devices = new Devices({ db, secret, sessionMinutes: login.sessionMinutes, days: this.#days });
  }

  cookiesOf(cookies: Cookies): SignInCookies {
    return new SignInCookies(cookies, { secret: this.#world.secret, origin: this.#world.site.origin });
  }

  /** Remembers the device on which this session was opened; staff are remembered nowhere. */
  async remember(browser: SignInCookies, { token, user }: OpenedSession): Promise<void> {
    const { db, secret } = this.#world;
    const sessionId = readSessionToken(secret, token);
    if (this.#days === 0 || user.role !== 'customer' || sessionId === null) return;
    const device = await rememberDevice(db, { sessionId, before: browser.device() });
    if (device) browser.remember(device, this.#days);
  }

  async logIn(browser: SignInCookies, userAgent: string | undefined): Promise<OpenedSession> {
    try {
      const { session, claim } = await this.devices.logIn(browser.device(), userAgent);
      browser.remember(claim, this.#days);
      return session;
    } catch (error) {
      if (error instanceof Refusal && error.failure === 'device_unknown') browser.forget();
      throw error;
    }
  }

  async forget(browser: SignInCookies): Promise<void> {
    const device = browser.device();
    if (device) await revokeDevices(this.#world.db, [device.id]);
    browser.forget();
  }
}

interface SignInDeps {
  readonly signIn: SignIn;
  readonly byPasskey: PasskeyLogIns;
  readonly world: LinkWorld;
  readonly owner: OwnerProof;
  readonly captcha: Captcha;
}

/** Logging in without the password: by a remembered device, a passkey or a mailed link; and what looks after them. */
export function signInRoutes(app: FastifyInstance, { signIn, byPasskey, owner, world, captcha }: SignInDeps) {
  const { db } = world;
  const byLink = new LinkLogIns(world);

  serve(app, logInWithDevice, ({ cookies, userAgent, watch }) =>
    told(watch, 'device', () => signIn.logIn(signIn.cookiesOf(cookies), userAgent)),
  );

  serve(app, forgetDevice, async ({ cookies }) => {
    await signIn.forget(signIn.cookiesOf(cookies));
    return {};
  });

  serve(app, askForLinkCall, async ({ body: { email, captcha: solved }, ip, cookies }) => {
    await captcha.requireSolved(db, solved, { purpose: 'log-in', ip });
    const browser = signIn.cookiesOf(cookies).knowBrowser(LINK_MINUTES);
    await askForLink(world, { email, ip, browser });
    return { minutes: LINK_MINUTES };
  });

  serve(app, logInWithLinkCall, ({ body: { link, remember }, cookies, userAgent, watch }) =>
    told(watch, 'link', async () => {
      const browser = signIn.cookiesOf(cookies);
      const session = await byLink.logIn({ link, browser: browser.browser(), userAgent });
      if (remember) await signIn.remember(browser, session);
      return session;
    }),
  );

  serve(app, startPasskeyLogIn, async () => ({ passkeyOptions: await passkeyLogInOptions(world) }));

  serve(app, logInWithPasskeyCall, ({ body: { passkey, remember }, cookies, userAgent, watch }) =>
    told(watch, 'passkey', async () => {
      const session = await byPasskey.logIn(passkey, userAgent);
      if (remember) await signIn.remember(signIn.cookiesOf(cookies), session);
      return session;
    }),
  );

  serve(app, listPasskeys, ({ session: { customerId } }) => presentPasskeys(db, customerId));

  serve(app, startPasskey, async ({ session: { customerId, role } }) => {
    requireCustomer(role);
    const customer = await customerById(db, customerId);
    if (!customer) throw new Error(`customer ${customerId} of an open session does not exist`);
    return { passkeyOptions: await newPasskeyOptions(world, customer) };
  });

  serve(app, addPasskeyCall, ({ session, body: { passkey, name } }) => {
    requireCustomer(session.role);
    return addPasskey(world, { session, name, answer: passkey });
  });

  serve(app, removePasskeyCall, ({ session: { customerId }, params: { id } }) => removePasskey(db, { id, customerId }));

  serve(app, giveSecondLook, async ({ session: { id, customerId }, body, ip, cookies }) => {
    await owner.requireOwner(await owner.customerOf(customerId), { ...body, ip, cookies });
    await proveSession(db, id);
    return {};
  });
}

/** Staff have second factors instead (decision 026). */
function requireCustomer(role: string) {
  if (role !== 'customer') throw new Refusal('not_for_you');
}

/** Says how a log-in without a password ended. */
async function told<Answer>(watch: CallWatch, by: 'device' | 'link' | 'passkey', attempt: () => Promise<Answer>): Promise<Answer> {
  const { network } = watch;
  try {
    const answer = await attempt();
    watch.say('quick-log-in', { by, outcome: 'ok', network });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) watch.say('quick-log-in', { by, outcome: error.failure, network });
    throw error;
  }
}
