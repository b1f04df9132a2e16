import type { Brand } from '@butaca/brand';
import {
  askRecoveryCode as askRecoveryCodeCall,
  changePassword as changePasswordCall,
  getCaptcha,
  listRecoveryPasskeys as listRecoveryPasskeysCall,
  logIn as logInCall,
  logOut,
  normalEmail,
  Refusal,
  recoverPassword as recoverPasswordCall,
  signUp as signUpCall,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import type { CallWatch } from '#http/call-watch';
import { serve } from '#http/serve';
import { type AccountDeps, accountRoutes } from './account-routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { Captcha, type CaptchaSettings, captchaAdapter } from './captcha/captcha.ts';
import type { Effort } from './captcha/effort.ts';
import { changePassword, requireNewPassword } from './change-password.ts';
import { emailChangeRoutes } from './email-change-routes.ts';
import { type ExternalLoginSettings, ExternalProvider } from './external/provider.ts';
import { externalLoginRoutes } from './external/routes.ts';
import type { HashCost } from './hashing-threads.ts';
import { logIn } from './log-in.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { OwnerProof } from './owner-proof.ts';
import { Passwords } from './passwords.ts';
import { privacyRoutes } from './privacy/routes.ts';
import type { EndPayLinks } from './prove-mailbox.ts';
import { revokeSession } from './queries.ts';
import { askRecoveryCode, listRecoveryPasskeys, recoverPassword } from './recover-password.ts';
import type { SecondFactorWorld } from './second-factor/proof.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { PasskeyLogIns } from './sign-in/passkey-log-in.ts';
import { SignIn, signInRoutes } from './sign-in/routes.ts';
import { checkSignUp, signUp } from './sign-up.ts';
import { supportRoutes } from './support/routes.ts';
import { admitSignUp } from './throttle.ts';

export interface CustomerDeps extends CaptchaSettings {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Brand;
  /** What people type, without a closing slash: passkeys belong to it. */
  readonly publicOrigin: string;
  /** Whether sign-ups of a network are limited; tests that are not about it sign up as often as they need. */
  readonly limitSignUps?: boolean;
  /** Of the hashes that are made; tests that are not about it make cheap ones. */
  readonly passwordCost?: HashCost;
  /** The provider of a brand with an external login; without it nobody can log in there. */
  readonly externalLogin?: ExternalLoginSettings | null;
  /** What a captcha costs each network. */
  readonly effort: Effort;
  readonly endPayLinks: EndPayLinks;
  readonly readAccountDelivery: AccountDeps['readAccountDelivery'];
}

/** Signing up, logging in and out, passwords, and one’s own data; answers with what other modules ask an owner by. */
export async function customerRoutes(app: FastifyInstance, options: CustomerDeps) {
  const {
    db,
    secret,
    brand,
    publicOrigin,
    limitSignUps = true,
    passwordCost,
    externalLogin = null,
    effort,
    endPayLinks,
    readAccountDelivery,
  } = options;
  const secondFactor: SecondFactorWorld = { db, secret, login: brand.login, site: { name: brand.name, origin: publicOrigin } };
  const passwords = new Passwords(passwordCost && { cost: passwordCost });
  const passwordWorld = { db, secret, passwords, endPayLinks };
  const { required, requiredForPayment } = brand.captcha;
  const adapter = captchaAdapter({ ...options, watch: app.watch });
  const captcha = new Captcha(secret, required ? adapter : null);
  // Payments may ask for one where log-ins do not.
  const challenges = new Captcha(secret, required || requiredForPayment ? adapter : null);

  serve(app, getCaptcha, ({ query, ip }) => challenges.question(query.purpose, effort.ask(ip)));

  serve(app, signUpCall, ({ body, ip, userAgent, language, watch }) =>
    told(watch, 'sign-up', body.email, async () => {
      if (brand.login.mode === 'EXTERNAL_LOGIN') throw new Refusal('not_for_you');
      checkSignUp(body, brand);
      await captcha.requireSolved(db, body.captcha, { purpose: 'sign-up', ip });
      if (limitSignUps) await admitSignUp(db, { secret, ip });
      return signUp({ ...passwordWorld, brand }, { form: body, userAgent, language });
    }),
  );

  const signIn = new SignIn(secondFactor, { rememberDays: brand.login.rememberDays });
  serve(app, logInCall, ({ body, ip, userAgent, language, cookies, watch }) =>
    told(watch, 'log-in', body.email, async () => {
      await captcha.requireSolved(db, body.captcha, { purpose: 'log-in', ip });
      const { email, password, remember } = body;
      const browser = signIn.cookiesOf(cookies);
      const session = await logIn(secondFactor, { email, password, ip, userAgent, language, device: browser.device(), passwords });
      if (remember) await signIn.remember(browser, session);
      return session;
    }),
  );
  const byPasskey = new PasskeyLogIns(secondFactor);
  const owner = new OwnerProof({ ...secondFactor, passwords, byPasskey, cookiesOf: (cookies) => signIn.cookiesOf(cookies) });
  signInRoutes(app, { signIn, byPasskey, owner, world: { ...secondFactor, endPayLinks }, captcha });

  serve(app, askRecoveryCodeCall, ({ body, ip, watch }) =>
    told(watch, 'recovery-asked', body.email, async () => {
      await captcha.requireSolved(db, body.captcha, { purpose: 'recovery', ip });
      return askRecoveryCode(secondFactor, { email: body.email, ip });
    }),
  );
  serve(app, listRecoveryPasskeysCall, ({ body, watch }) =>
    told(watch, 'recovery-code-given', body.requestId, () => listRecoveryPasskeys(passwordWorld, body)),
  );
  serve(app, recoverPasswordCall, ({ body, ip, watch }) =>
    told(watch, 'password-recovered', body.requestId, async () => {
      requireNewPassword(body.password, 'cClave');
      await captcha.requireSolved(db, body.captcha, { purpose: 'recovery', ip });
      await recoverPassword(passwordWorld, { ...body, ip });
      return {};
    }),
  );
  serve(app, changePasswordCall, ({ body, session, ip, watch }) =>
    told(watch, 'password-changed', session.customerId, async () => {
      // Who logs in elsewhere has no password here that would open anything (RO-025).
      if (brand.login.mode === 'EXTERNAL_LOGIN' && session.role === 'customer') throw new Refusal('not_for_you');
      await changePassword(passwordWorld, { ...body, session, ip });
      return {};
    }),
  );

  await secondFactorRoutes(app, { world: secondFactor, passwords });

  serve(app, logOut, async ({ session, cookies, watch }) => {
    // The device is forgotten with the session that it opened, or that was opened on it.
    await revokeSession(db, session.id);
    await signIn.forget(signIn.cookiesOf(cookies));
    watch.say('log-out', {});
    return {};
  });

  emailChangeRoutes(app, { world: passwordWorld, signIn, owner });
  sessionRoutes(app, { db, signIn, endPayLinks });
  const provider = brand.login.external && externalLogin ? new ExternalProvider(externalLogin) : null;
  const redirectUri = `${publicOrigin}/loginRedirect`;
  externalLoginRoutes(app, { db, world: provider && { db, secret, brand, provider, redirectUri, limitSignUps, endPayLinks } });
  accountRoutes(app, { db, secret, brand, readAccountDelivery });
  privacyRoutes(app, { db, secret });
  noticeRoutes(app, { db, secret, endPayLinks });
  newsletterRoutes(app, { db, secret });
  alertRoutes(app, { db, secret });
  supportRoutes(app, { db, secret, brand, captcha, readAccountDelivery });
  return { owner };
}

/** Says how an attempt at an account ended; `whose` is its address, or what else it is known by here, and is hashed. */
async function told<Answer>(
  watch: CallWatch,
  event: 'log-in' | 'sign-up' | 'recovery-asked' | 'recovery-code-given' | 'password-recovered' | 'password-changed',
  whose: string,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  const { network } = watch;
  const account = watch.hashOf(normalEmail(whose));
  try {
    const answer = await attempt();
    watch.say(event, { outcome: 'ok', account, network });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) watch.say(event, { outcome: error.failure, account, network });
    throw error;
  }
}
