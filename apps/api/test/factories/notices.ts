import { addAddress, addPasskey, startPasskey } from '@butaca/contract';
import { notMePage } from '@butaca/contract/pages';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import { answerOf, clientOf } from './client.ts';
import { PASSWORD, signUpForm, visitorAt } from './customers.ts';
import type { aMailbox } from './mailbox.ts';
import { authenticatorAt } from './passkey.ts';
import { letJobsAge } from './time.ts';

export const anAddress = {
  type: 'home',
  street: 'Pasaje de los Telones',
  number: '120',
  country: 'ar',
  province: 'C',
  location: 'Buenos Aires',
  postcode: 'C1043AAB',
  preferred: true,
} as const;

/** Somebody with an account, in a browser with its own cookies. */
export async function anOwner(app: FastifyInstance, { language }: { readonly language?: string } = {}) {
  const form = signUpForm();
  const { token } = answerOf(await visitorAt(app, language === undefined ? {} : { language }).signUp(form));
  return { email: form.email, token };
}

/** Logs in with the password and has the browser remembered. */
export async function remembered(app: FastifyInstance, email: string, jar = new Map<string, string>()) {
  const { token } = answerOf(await visitorAt(app, { jar }).logIn(email, PASSWORD, { remember: true }));
  return { token, jar };
}

export async function withPasskey(app: FastifyInstance, token: string, name = 'Teléfono', origin?: string) {
  const client = clientOf(app, { token });
  const device = authenticatorAt(origin);
  const { passkeyOptions } = await client.ok(startPasskey, {});
  const { passkeys } = await client.ok(addPasskey, { body: { passkey: device.register(passkeyOptions), name } });
  return { device, id: passkeys.at(-1)?.id ?? '' };
}

export const withAddress = async (app: FastifyInstance, token: string, given: Partial<Parameters<typeof bodyOf>[0]> = {}) => {
  const { addresses } = await clientOf(app, { token }).ok(addAddress, { body: bodyOf(given) });
  return addresses.at(-1)?.id ?? '';
};
const bodyOf = (given: { readonly street?: string; readonly number?: string }) => ({ ...anAddress, ...given });

/** The links of a text, in its order. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`${notMePage}#([\\w.-]+)`, 'g'))].map(([, link = '']) => link);

const OTHER_MAILS = /bienvenida|Welcome|vindas/;
/** Mails about what was added, the newest first. */
export const noticesTo = async (mailbox: Awaited<ReturnType<typeof aMailbox>>, email: string) =>
  (await mailbox.mailsTo(email)).filter(({ subject }) => !OTHER_MAILS.test(subject));

/** Lets time pass for notices and the jobs that mail them. */
export async function letNoticesAge(db: Db, seconds: number): Promise<void> {
  await db`
    update account_notice set added_at = added_at - make_interval(secs => ${seconds}), mailing_at = mailing_at - make_interval(secs => ${seconds}),
                              told_at = told_at - make_interval(secs => ${seconds})`;
  await letJobsAge(db, seconds);
}
