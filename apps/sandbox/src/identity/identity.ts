import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { loggedOutPage, logOutPage } from './pages.ts';

/** Below it the provider answers by itself. */
const PROVIDER_PATH = '/id';
/** Its log-in page, which is ours. */
export const LOG_IN_PATH = '/identity/log-in';

export interface IdentityOptions {
  /** Of the sandbox, as browsers and the shop's server write it. */
  readonly origin: string;
  readonly shop: { readonly origin: string; readonly clientId: string; readonly clientSecret: string };
}

/** Somebody who logged in; nobody's data are checked. */
export interface Member {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Blank for none. */
  readonly alias: string;
}

/** A real OpenID Connect provider whose members are whoever says so: the external login of development and tests. */
export class Identity {
  readonly issuer: string;
  readonly provider: Provider;
  /** While set, nothing is answered but 503. */
  isDown = false;
  readonly #members = new Map<string, Member>();
  readonly #answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  constructor({ origin, shop }: IdentityOptions) {
    this.issuer = `${origin}${PROVIDER_PATH}`;
    this.provider = new Provider(this.issuer, configurationFor({ shop, findMember: (subject) => this.#members.get(subject) }));
    this.#answer = this.provider.callback();
  }

  /** The same address is the same person. */
  remember(member: Member): string {
    const subject = createHash('sha256').update(member.email.trim().toLowerCase()).digest('hex').slice(0, 24);
    this.change(subject, member);
    return subject;
  }

  /** As somebody changes their data at their provider. */
  change(subject: string, member: Member): void {
    this.#members.set(subject, member);
  }

  /** True when the request was the provider's, which reads its body by itself. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    if (!url.startsWith(`${PROVIDER_PATH}/`)) return false;
    if (this.isDown) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('down');
      return true;
    }
    // Where it is mounted, it learns from the address that was asked for.
    Object.assign(request, { originalUrl: url });
    request.url = url.slice(PROVIDER_PATH.length);
    void this.#answer(request, response);
    return true;
  }
}

interface Members {
  readonly shop: IdentityOptions['shop'];
  readonly findMember: (subject: string) => Member | undefined;
}

const HOUR_S = 3600;

function configurationFor({ shop, findMember }: Members): Configuration {
  return {
    clients: [
      {
        client_id: shop.clientId,
        client_secret: shop.clientSecret,
        redirect_uris: [`${shop.origin}/loginRedirect`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
        backchannel_logout_uri: `${shop.origin}/externalLogin/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [newKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'nickname'],
    },
    findAccount: (_, subject) => {
      const member = findMember(subject);
      return member && { accountId: subject, claims: () => ({ sub: subject, ...claimsOf(member) }) };
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          // Named by the shop, which asks from a hidden frame, it needs no further question.
          context.body = logOutPage(form, { atOnce: context.oidc.client !== undefined });
        },
        postLogoutSuccessSource: (context) => {
          context.body = loggedOutPage();
        },
      },
    },
    interactions: { url: (_, { uid }) => `${LOG_IN_PATH}/${uid}` },
    // Members are not asked whether the shop may know their name.
    loadExistingGrant: async (context) => {
      const { provider, client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const earlier = session.grantIdFor(client.clientId);
      const kept = earlier === undefined ? undefined : await provider.Grant.find(earlier);
      if (kept) return kept;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: HOUR_S, AuthorizationCode: 60, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: 24 * HOUR_S },
    // The library's own refuses addresses of this machine, where the shop is.
    fetch: (url, { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, init),
    renderError: (context, { error }) => {
      context.type = 'text/plain';
      context.body = error;
    },
  };
}

const claimsOf = ({ email, isEmailVerified, firstName, lastName, alias }: Member) => ({
  email,
  email_verified: isEmailVerified,
  given_name: firstName,
  family_name: lastName,
  ...(alias === '' ? {} : { nickname: alias }),
});

function newKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256', kid: 'sandbox' };
}
