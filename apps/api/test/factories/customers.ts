import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import { type CaptchaPurpose, getCaptcha, type InputOf, logIn, signUp, writeCaptcha } from '@butaca/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../src/app.ts';
import type { SecondFactorWorld } from '../../src/customers/second-factor/proof.ts';
import { newSessionToken } from '../../src/customers/session.ts';
import type { Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { withCheckedAnswers } from './api-document.ts';
import { answerOf, type ClientGiven, clientOf } from './client.ts';
import { codes, documentBrand } from './orders.ts';
import { zoneAtHour } from './zone-at-hour.ts';

export const SECRET = 'the secret of the tests, long enough for anybody';
export const PASSWORD = 'Platea2026';

/** Declines of one test file that no test is about. */
const manyTries = { most: 100_000, minutes: 60 };
export const withoutCardLimits = { perPurchase: 20, customer: manyTries, card: manyTries, network: manyTries };

/** `customers-passwords.test.ts` holds what a hash really costs. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Of a brand: a counter voids its sales of today, and no test is at its counter when the day ends. */
export const atNoon = <Locale extends Brand['locale']>(locale: Locale): Locale => ({ ...locale, timeZone: zoneAtHour(12) });

interface BrandGiven {
  readonly methods?: Brand['payments']['methods'];
  /** Of a test about what buyers leave behind whose address nobody has proved. */
  readonly confirmAddress?: Brand['login']['confirmAddress'];
}

/** The api on this database, without a captcha, with cheap passwords, and without limits on declined cards unless the test is about them. */
export async function customersApp(
  db: Db,
  { methods, confirmAddress, ...options }: Partial<AppOptions> & BrandGiven = {},
): Promise<FastifyInstance> {
  const { brand } = await loadBrand('butaca');
  const app = await buildApp({
    db,
    brand: {
      ...brand,
      locale: atNoon(brand.locale),
      cardTries: withoutCardLimits,
      ...(methods && { payments: { methods } }),
      ...(confirmAddress && { login: { ...brand.login, confirmAddress } }),
    },
    secret: SECRET,
    publicOrigin: 'http://localhost:3000',
    captcha: null,
    limitSignUps: false,
    passwordCost: CHEAP,
    tickets: { codes, brand: documentBrand },
    ...options,
  });
  return withCheckedAnswers(app);
}

/** What a log-in is made with. */
export const logInWorld = async (db: Db, secret = SECRET): Promise<SecondFactorWorld> => {
  const { brand } = await loadBrand('butaca');
  return { db, secret, login: brand.login, site: { name: brand.name, origin: 'http://localhost:3000' } };
};

type SignUp = InputOf<typeof signUp>['body'];

let count = 0;

/** What the sign-up form sends, with an address that is not used yet. */
export function signUpForm(given: Partial<SignUp> = {}): SignUp {
  count += 1;
  return {
    firstName: 'Julia',
    lastName: 'Paredes',
    gender: 'feminine',
    documentType: 'dni',
    documentNumber: '30.123.456',
    birthday: '1990-05-17',
    country: 'ar',
    email: `julia.${count}@correo.example`,
    password: PASSWORD,
    phoneType: 'mobile',
    phoneNumber: '+54 11 5555-0100',
    ...given,
  };
}

/** The calls of the forms for signing up and logging in, from one network. */
export function visitorAt(app: FastifyInstance, given: Pick<ClientGiven, 'ip' | 'jar' | 'language'> = {}) {
  const client = clientOf(app, given);
  return {
    ...client,
    signUp: (form: SignUp) => client.call(signUp, { body: form }),
    logIn: (email: string, password = PASSWORD, more: { captcha?: string; remember?: boolean } = {}) =>
      client.call(logIn, { body: { email, password, ...more } }),
  };
}

/** A customer with an open session. */
export async function loggedIn(app: FastifyInstance, given: Pick<ClientGiven, 'language'> = {}) {
  const visitor = visitorAt(app, given);
  const form = signUpForm();
  const { token } = answerOf(await visitor.signUp(form));
  return { email: form.email, token };
}

/** A fresh challenge, solved as the browser solves it. */
export async function solvedCaptcha(app: FastifyInstance, purpose: CaptchaPurpose = 'log-in'): Promise<string> {
  const { challenge } = await clientOf(app).ok(getCaptcha, { query: { purpose } });
  const solution = challenge && (await solveChallenge({ challenge: challenge as never, deriveKey }));
  if (!challenge || !solution) throw new Error('the challenge has no solution');
  return writeCaptcha(challenge, solution);
}

/** Enough for `const [ana, luis] = …` to be typed; more are an array. */
type Tuple<Item, Count extends number> = number extends Count
  ? Item[]
  : Count extends 1
    ? [Item]
    : Count extends 2
      ? [Item, Item]
      : Count extends 3
        ? [Item, Item, Item]
        : [Item, ...Item[]];
interface SignedIn {
  readonly customerId: string;
  readonly token: string;
}

/** Of a password that nobody knows. */
const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Many people with open sessions and confirmed addresses, written straight into the tables: logging in takes its time. */
export async function haveBuyers<const Count extends number>(db: Db, count: Count): Promise<Tuple<SignedIn, Count>> {
  const buyers = Array.from({ length: count }, () => ({ customerId: randomId(), ...newSessionToken(SECRET) }));
  const ids = buyers.map(({ customerId }) => customerId);
  await db`
    insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash,
                          email_confirmed_at)
    select id, lower(id) || '@correo.example', 'Julia', 'Paredes', 'feminine', 'dni', '30123456', '1990-05-17', 'ar', ${NOBODYS_HASH}, now()
      from unnest(${ids}::text[]) as id`;
  await db`
    insert into session (id, customer_id, expires_at)
    select id, customer_id, now() + interval '3 hours'
      from unnest(${buyers.map(({ sessionId }) => sessionId)}::text[], ${ids}::text[]) as t (id, customer_id)`;
  return buyers.map(({ customerId, token }) => ({ customerId, token })) as Tuple<SignedIn, Count>;
}
