import { Refusal } from '@butaca/contract';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { BoundedWork } from '#http/bounded-work';

export interface ExternalLoginSettings {
  /** The provider, as it writes itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a provider says about somebody who logged in there. Only `subject` is sure to be theirs for ever. */
export interface ExternalPerson {
  readonly subject: string;
  /** The provider's own session, where it names one. */
  readonly providerSession: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A log-in's secrets, which follow from its state. */
interface Secrets {
  readonly nonce: string;
  readonly verifier: string;
}

interface Started extends Secrets {
  readonly redirectUri: string;
  readonly state: string;
}

interface Returned extends Started {
  readonly code: string;
  /** `iss` of the address (RFC 9207). */
  readonly issuer: string | undefined;
}

const TIMEOUT_S = 5;
/** The provider's own description of itself. */
const KNOWN_MS = 5 * 60_000;
/** One that gave no answer is left alone for so long. */
const FORGIVEN_MS = 2000;
const LOG_OUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The way to one OpenID Connect provider. Its calls are bounded: anybody can ask for them. */
export class ExternalProvider {
  readonly issuer: string;
  readonly #settings: ExternalLoginSettings;
  readonly #calls = new BoundedWork({ atOnce: 16, waiting: 200 });
  #known: Promise<Known> | undefined;
  #knownUntil = 0;

  constructor(settings: ExternalLoginSettings) {
    this.issuer = settings.issuer;
    this.#settings = settings;
  }

  /** Where a browser goes to log in. Refuses with `external_login_down`. */
  async entrance({ redirectUri, state, nonce, verifier }: Started): Promise<string> {
    const { config } = await this.#discover();
    const challenge = await oidc.calculatePKCECodeChallenge(verifier);
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).href;
  }

  /** Where a browser logs out at the provider; null where it has no such address. No token is in it. */
  async exit(): Promise<string | null> {
    const { config } = await this.#discover();
    return config.serverMetadata().end_session_endpoint ? oidc.buildEndSessionUrl(config).href : null;
  }

  /** Exchanges the code and reads who it is. Refuses with `external_login_refused` when anything in it does not hold. */
  exchange(returned: Returned): Promise<ExternalPerson> {
    return this.#calls.run(async () => {
      const { config } = await this.#discover();
      return this.#answered(async () => {
        const tokens = await oidc.authorizationCodeGrant(config, addressOf(returned), {
          expectedState: returned.state,
          // Asks for an ID token too.
          expectedNonce: returned.nonce,
          pkceCodeVerifier: returned.verifier,
        });
        const own = tokens.claims();
        if (!own) throw new Refusal('external_login_refused');
        const more = config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, own.sub) : {};
        return { subject: own.sub, providerSession: textOf(own.sid), claims: { ...own, ...more } };
      });
    });
  }

  /** Whose sessions a log-out token of the provider ends (OpenID Connect Back-Channel Logout 2.6); null when it does not hold. */
  async readLogOut(token: string): Promise<{ readonly subject: string | null; readonly providerSession: string | null } | null> {
    const { keys } = await this.#discover();
    const { issuer, clientId } = this.#settings;
    const payload = await this.#calls.run(() =>
      jwtVerify(token, keys, { issuer, audience: clientId, requiredClaims: ['iat', 'exp', 'jti', 'events'] }).then(
        (verified): JWTPayload | null => verified.payload,
        () => null,
      ),
    );
    if (!payload || 'nonce' in payload || !isLogOut(payload.events)) return null;
    const named = { subject: textOf(payload.sub), providerSession: textOf(payload.sid) };
    return named.subject === null && named.providerSession === null ? null : named;
  }

  #discover(): Promise<Known> {
    if (this.#known && performance.now() < this.#knownUntil) return this.#known;
    const { issuer, clientId, clientSecret } = this.#settings;
    const found = this.#answered(async () => {
      // Plain http is for this machine alone; the configuration has seen to that.
      const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
      const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S });
      const { jwks_uri: keys = '' } = config.serverMetadata();
      return { config, keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_S * 1000 }) };
    });
    this.#known = found;
    this.#knownUntil = performance.now() + KNOWN_MS;
    found.catch(() => {
      this.#knownUntil = performance.now() + FORGIVEN_MS;
    });
    return found;
  }

  /** Errors of the library become refusals: the provider is down, or its answer does not hold. */
  async #answered<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(isDown(error) ? 'external_login_down' : 'external_login_refused');
    }
  }
}

interface Known {
  readonly config: oidc.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

function addressOf({ redirectUri, code, state, issuer }: Returned): URL {
  const address = new URL(redirectUri);
  address.search = new URLSearchParams({ code, state, ...(issuer === undefined ? {} : { iss: issuer }) }).toString();
  return address;
}

/** No answer, a late one, or a page of the machine in front of it. */
const NO_ANSWER: readonly unknown[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function isDown(error: unknown): boolean {
  const { code, status } = error as { code?: unknown; status?: unknown };
  if (typeof status === 'number') return status >= 500;
  // What `fetch` throws where nobody answers.
  if (error instanceof TypeError) return code === undefined;
  return NO_ANSWER.includes(code);
}

const isLogOut = (events: unknown): boolean => typeof events === 'object' && events !== null && LOG_OUT_EVENT in events;

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' && claim.length <= LONGEST_ID ? claim : null);

const LONGEST_ID = 255;
