import { loadBrand } from '@butaca/brand/load';
import { type Endpoint, getExternalCustomer, type InputOf, logInExternally } from '@butaca/contract';
import { freePorts } from '../../../../scripts/ports.ts';
import { buildSandbox } from '../../../sandbox/src/app.ts';
import { readConfig } from '../../../sandbox/src/config.ts';
import { Gateway } from '../../../sandbox/src/gateway/gateway.ts';
import { Identity, type Member } from '../../../sandbox/src/identity/identity.ts';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import type { AppOptions } from '../../src/app.ts';
import type { Db } from '../../src/db/connect.ts';
import { type ClientGiven, clientAt } from './client.ts';
import { customersApp } from './customers.ts';

const { brand } = await loadBrand('butaca');
const external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
const brandWith = (mode: 'OWN_SELF_LOGIN' | 'EXTERNAL_LOGIN') => ({ ...brand, login: { ...brand.login, mode, external } });

let members = 0;

/** Somebody whom the provider has not seen before. */
export const aMember = (given: Partial<Member> = {}): Member => {
  members += 1;
  return {
    email: `socia.${members}@correo.example`,
    isEmailVerified: true,
    firstName: 'Julia',
    lastName: 'Paredes',
    alias: '',
    ...given,
  };
};

/** The api and a provider, both listening: browsers, our server and the provider meet each other over HTTP. */
export async function externalLogin(
  db: Db,
  { mode = 'EXTERNAL_LOGIN', ...options }: Partial<AppOptions> & { readonly mode?: 'OWN_SELF_LOGIN' | 'EXTERNAL_LOGIN' } = {},
) {
  const [shopPort = 0, providerPort = 0] = await freePorts(2);
  const origin = `http://localhost:${shopPort}`;
  const shop = { origin, clientId: 'butaca', clientSecret: 'sandbox-login-secret' };
  const identity = new Identity({ origin: `http://localhost:${providerPort}`, shop });
  const sandbox = buildSandbox({ inbox: new Inbox(), gateway: new Gateway(), access: readConfig({}).gateway, identity });
  await sandbox.listen({ host: '127.0.0.1', port: providerPort });
  const { issuer } = identity;
  const app = await customersApp(db, {
    brand: brandWith(mode),
    publicOrigin: origin,
    externalLogin: { issuer, clientId: shop.clientId, clientSecret: shop.clientSecret },
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: shopPort });
  return {
    app,
    origin,
    identity,
    issuer,
    redirectUri: `${origin}/loginRedirect`,
    browser: (given: Pick<ClientGiven, 'record'> = {}) => browserAt(origin, given),
    close: async () => {
      await app.close();
      await sandbox.close();
    },
  };
}

type Returned = { readonly code: string; readonly state: string; readonly issuer?: string };

/** A browser with its cookies; a cookie of `localhost` goes to every port, as in a real one. */
function browserAt(origin: string, given: Pick<ClientGiven, 'record'>) {
  const cookies = new Map<string, string>();

  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirections as far as `until`. */
  async function follow(url: string, until: (address: URL) => boolean, init?: RequestInit): Promise<URL> {
    const response = await open(url, init);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    const next = new URL(location, url);
    return until(next) ? next : follow(next.href, until);
  }

  const start = (redirectUri = `${origin}/loginRedirect`) =>
    open(`${origin}/externalLogin?redirect_uri=${encodeURIComponent(redirectUri)}`);
  /** Where the provider is asked to log in. */
  const entrance = async () => new URL((await start()).headers.get('location') ?? '');
  const isBack = (address: URL) => address.href.startsWith(`${origin}/loginRedirect`);

  /** Logs in at the provider, or is still logged in there, and comes back. */
  async function visitProvider(address: URL, { isEmailVerified, ...member }: Member): Promise<URL> {
    const asked = await follow(address.href, (next) => isBack(next) || next.pathname.startsWith('/identity/log-in/'));
    if (isBack(asked)) return asked;
    const body = new URLSearchParams({ do: 'log-in', ...member, ...(isEmailVerified ? { isEmailVerified: 'yes' } : {}) });
    return follow(asked.href, isBack, { method: 'POST', body });
  }

  const returned = ({ searchParams }: URL): Returned => ({
    code: searchParams.get('code') ?? '',
    state: searchParams.get('state') ?? '',
    issuer: searchParams.get('iss') ?? '',
  });

  const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string) =>
    clientAt(origin, { ...given, token, fetch: (url, init) => open(String(url), init) }).call(endpoint, input);
  const exchange = (body: Returned) => call(logInExternally, { body });

  return {
    call,
    open,
    start,
    entrance,
    visitProvider,
    exchange,
    returned,
    /** As far as the address that the provider sends it back to. */
    comeBack: async (member: Member) => returned(await visitProvider(await entrance(), member)),
    logIn: async (member: Member) => exchange(returned(await visitProvider(await entrance(), member))),
    customer: (token: string) => call(getExternalCustomer, {}, token),
    /** As its owner does it there. */
    async logOutAtProvider(issuer: string) {
      const page = await (await open(`${issuer}/session/end`)).text();
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
      return open(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
    },
  };
}
