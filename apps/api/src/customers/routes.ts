import type { Brand } from '@butaca/brand';
import { getCaptcha, logIn as logInCall, logOut, signUp as signUpCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { serve } from '#http/serve';
import { accountRoutes } from './account-routes.ts';
import { Captcha, type CaptchaOptions, usualCaptcha } from './captcha.ts';
import { logIn } from './log-in.ts';
import { Passwords } from './passwords.ts';
import { revokeSession } from './queries.ts';
import { checkSignUp, signUp } from './sign-up.ts';

export interface CustomerDeps {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Brand;
  /** `null` asks for no captcha; left out, the usual one. */
  readonly captcha?: CaptchaOptions | null;
}

/** Signing up, logging in and out, and one’s own data. */
export async function customerRoutes(app: FastifyInstance, { db, secret, brand, captcha: options = usualCaptcha }: CustomerDeps) {
  const passwords = new Passwords();
  const { required, requiredForPayment } = brand.captcha;
  const captcha = new Captcha(secret, required ? options : null);
  // The same challenge serves payments.
  const challenges = new Captcha(secret, required || requiredForPayment ? options : null);

  serve(app, getCaptcha, async () => ({ challenge: await challenges.challenge() }));

  serve(app, signUpCall, async ({ body }) => {
    checkSignUp(body, Temporal.Now.plainDateISO(brand.locale.timeZone));
    await captcha.requireSolved(db, body.captcha);
    return signUp(db, { form: body, passwords });
  });

  serve(app, logInCall, async ({ body, ip }) => {
    await captcha.requireSolved(db, body.captcha);
    const { email, password } = body;
    return logIn(db, { email, password, ip, secret, passwords, sessionMinutes: brand.login.sessionMinutes });
  });

  serve(app, logOut, async ({ session }) => {
    await revokeSession(db, session.id);
    return {};
  });

  accountRoutes(app, db);
}
