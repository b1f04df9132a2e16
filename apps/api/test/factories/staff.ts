import { confirmEnrolment, logIn, logOut, type Role, startEnrolment } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { generateSync } from 'otplib';
import type { Db } from '../../src/db/connect.ts';
import { answerOf, clientOf } from './client.ts';
import { PASSWORD, signUpForm, visitorAt } from './customers.ts';

/** A member of staff, who has signed up and confirmed the address, is logged in nowhere, and was given the role. */
export async function aMember(db: Db, app: FastifyInstance, role: Role = 'box-office') {
  const form = signUpForm();
  const { token } = answerOf(await visitorAt(app).signUp(form));
  await clientOf(app, { token }).ok(logOut, {});
  const [row] = await db<{ id: string }[]>`
    update customer set role = ${role}, email_confirmed_at = now() where email = ${form.email} returning id`;
  return {
    id: row?.id ?? '',
    email: form.email,
    logIn: () => visitorAt(app).logIn(form.email),
    body: { email: form.email, password: PASSWORD },
  };
}

/** An authenticator app on a phone. `code(1)` is the one that it shows half a minute later, which is taken already. */
export const authenticator = (secret: string) => ({
  code: (stepsLater = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsLater }),
});

/** Sets up an app with this proof; its first code is used up by that. */
export async function setUpApp(app: FastifyInstance, proof: string) {
  const caller = clientOf(app);
  const { totp } = await caller.ok(startEnrolment, { body: { proof, kind: 'totp' } });
  const phone = authenticator(totp?.secret ?? '');
  const setUpCode = phone.code();
  const answer = await caller.ok(confirmEnrolment, { body: { proof, name: 'Teléfono', code: setUpCode } });
  return { ...answer, phone, setUpCode, secret: totp?.secret ?? '', address: totp?.address ?? '' };
}

/** Sets up a factor of a person whose address may never have been confirmed, as people did at earlier versions. */
export async function whileConfirmed<Result>(db: Db, customerId: string, setUp: () => Promise<Result>): Promise<Result> {
  const { count } = await db`update customer set email_confirmed_at = now() where id = ${customerId} and email_confirmed_at is null`;
  const result = await setUp();
  if (count > 0) await db`update customer set email_confirmed_at = null where id = ${customerId}`;
  return result;
}

/** The proof of a log-in that asks for a second factor, or for setting one up. */
export async function proofOf(app: FastifyInstance, body: { email: string; password: string }) {
  const refusal = await clientOf(app).refused(logIn, { body });
  if (refusal.failure !== 'second_factor_needed' && refusal.failure !== 'second_factor_missing') throw new Error(refusal.failure);
  return { proof: refusal.data.proof, failure: refusal.failure, data: refusal.data };
}

/** Lets time pass for proofs and for the codes that were used. */
export async function letProofsAge(db: Db, seconds: number): Promise<void> {
  await db`update password_proof set expires_at = expires_at - make_interval(secs => ${seconds})`;
  await db`update second_factor set last_step = last_step - ${Math.floor(seconds / 30)} where kind = 'totp'`;
}
