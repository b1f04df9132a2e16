import { loadBrand } from '@butaca/brand/load';
import { writeCaptcha } from '@butaca/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../src/app.ts';
import { newSessionToken } from '../../src/customers/session.ts';
import type { Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { withCheckedAnswers } from './api-document.ts';
import { codes, documentBrand } from './orders.ts';

export const SECRET = 'the secret of the tests, long enough for anybody';
export const PASSWORD = 'Platea2026';

/** The api on this database, without a captcha unless the test is about it. */
export async function customersApp(db: Db, options: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  const { brand } = await loadBrand('butaca');
  const app = await buildApp({
    db,
    brand,
    secret: SECRET,
    publicOrigin: 'http://localhost:3000',
    captcha: null,
    tickets: { codes, brand: documentBrand },
    ...options,
  });
  return withCheckedAnswers(app);
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly nCode: number;
  readonly cError?: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer as a stranger sees it; the tests say what they expect of it
  readonly oData: any;
}

/** Calls of the wire as a browser makes them. */
export function callsOf(app: FastifyInstance, { ip = '203.0.113.7' }: { ip?: string } = {}) {
  const send = async (method: 'GET' | 'POST', url: string, body?: unknown, token?: string, key?: string): Promise<Answer> => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, headers: response.headers, ...response.json() };
  };
  return {
    signUp: (body: unknown) => send('POST', '/v2/Cliente/Insertar_v2', body),
    logIn: (email: string, password = PASSWORD, extra: object = {}) =>
      send('POST', '/v2/Cliente/Ingreso/Token', { cEmail: email, cClave: password, ...extra }),
    logOut: (token: string) => send('POST', '/v2/Cliente/Egreso', undefined, token),
    information: (token?: string) => send('GET', '/v2/Cliente/Informacion', undefined, token),
    captcha: () => send('GET', '/v2/Captcha'),
    send,
  };
}

let count = 0;

/** A sign-up as the form sends it, with an address that is not used yet. */
export function signUpForm(overrides: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  return {
    cNombre: 'Julia',
    cApellido: 'Paredes',
    cGenero: 'FEMENINO',
    cTipoDeDocumento: 'DNI',
    cDocumento: '30.123.456',
    dNacimiento: '1990-05-17',
    cPais: 'AR',
    cEmail: `julia.${count}@correo.example`,
    cClave: PASSWORD,
    cTipoDeTelefono: 'CELULAR',
    cTelefono: '+54 11 5555-0100',
    ...overrides,
  };
}

/** A customer with an open session. */
export async function loggedIn(app: FastifyInstance, overrides: Readonly<Record<string, unknown>> = {}) {
  const calls = callsOf(app);
  const form = signUpForm(overrides);
  await calls.signUp(form);
  const { oData } = await calls.logIn(form.cEmail, form.cClave);
  return { email: form.cEmail, token: oData.token as string };
}

/** A fresh challenge, solved as the browser solves it. */
export async function solvedCaptcha(app: FastifyInstance): Promise<string> {
  const { oData } = await callsOf(app).captcha();
  const solution = await solveChallenge({ challenge: oData.oDesafio, deriveKey });
  if (!solution) throw new Error('the challenge has no solution');
  return writeCaptcha(oData.oDesafio, solution);
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

/** Many people with open sessions, written straight into the tables: logging in takes its time. */
export async function haveBuyers<const Count extends number>(db: Db, count: Count): Promise<Tuple<SignedIn, Count>> {
  const buyers = Array.from({ length: count }, () => ({ customerId: randomId(), ...newSessionToken(SECRET) }));
  const ids = buyers.map(({ customerId }) => customerId);
  await db`
    insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash)
    select id, lower(id) || '@correo.example', 'Julia', 'Paredes', 'feminine', 'dni', '30123456', '1990-05-17', 'ar', '$argon2id$x'
      from unnest(${ids}::text[]) as id`;
  await db`
    insert into session (id, customer_id, expires_at)
    select id, customer_id, now() + interval '3 hours'
      from unnest(${buyers.map(({ sessionId }) => sessionId)}::text[], ${ids}::text[]) as t (id, customer_id)`;
  return buyers.map(({ customerId, token }) => ({ customerId, token })) as Tuple<SignedIn, Count>;
}
