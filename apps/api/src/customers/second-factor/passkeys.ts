import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** Whose passkeys these are: a browser uses them on this origin alone. */
export interface PasskeySite {
  readonly name: string;
  /** `https://entradas.example`, without a closing slash. */
  readonly origin: string;
}

export interface Passkey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

const rpIdOf = ({ origin }: PasskeySite) => new URL(origin).hostname;
/**
 * A second factor comes after the password, so a touch is enough; a device that asks for a finger or a PIN does so of its own accord. A
 * passkey instead of the password asks for one, and is found by the browser without an address.
 */
const uses = {
  'second factor': { userVerification: 'preferred', residentKey: 'discouraged' },
  'log-in': { userVerification: 'required', residentKey: 'required' },
} as const;
export type PasskeyUse = keyof typeof uses;

/** The challenge that has to be signed, or a check of the one that was. */
type Expected = string | ((challenge: string) => boolean);

/** ES256, EdDSA, RS256: what authenticators have (COSE). */
const algorithms = [-7, -8, -257];

const descriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] as AuthenticatorTransport[] }));

interface Options {
  readonly challenge: string;
  /** What the browser is handed, as JSON text. */
  readonly text: string;
}

export async function registrationOptions(
  site: PasskeySite,
  {
    use,
    email,
    name,
    passkeys,
    ...own
  }: {
    use: PasskeyUse;
    email: string;
    name: string;
    passkeys: readonly Passkey[];
    /** Left out, random ones. */
    challenge?: Uint8Array<ArrayBuffer>;
    userID?: Uint8Array<ArrayBuffer>;
  },
): Promise<Options> {
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: rpIdOf(site),
    userName: email,
    userDisplayName: name,
    excludeCredentials: descriptors(passkeys),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: uses[use],
    ...own,
  });
  return { challenge: options.challenge, text: JSON.stringify(options) };
}

/** With no passkeys, the browser offers those that it has for this site. */
export async function authenticationOptions(
  site: PasskeySite,
  { use, passkeys, ...own }: { use: PasskeyUse; passkeys: readonly Passkey[]; challenge?: Uint8Array<ArrayBuffer> },
): Promise<Options> {
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    allowCredentials: descriptors(passkeys),
    userVerification: uses[use].userVerification,
    ...own,
  });
  return { challenge: options.challenge, text: JSON.stringify(options) };
}

/** The passkey that a browser registered, or null when what it sent does not hold. */
export async function registeredPasskey(
  site: PasskeySite,
  { use, answer, challenge }: { use: PasskeyUse; answer: string; challenge: Expected },
): Promise<Passkey | null> {
  return verified<RegistrationResponseJSON, Passkey>(answer, async (response) => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      requireUserVerification: uses[use].userVerification === 'required',
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter, transports };
  });
}

/** The passkey that signed this challenge, with its new counter, or null. */
export async function signingPasskey<Known extends Passkey>(
  site: PasskeySite,
  { use, answer, challenge, passkeys }: { use: PasskeyUse; answer: string; challenge: Expected; passkeys: readonly Known[] },
): Promise<Known | null> {
  return verified<AuthenticationResponseJSON, Known>(answer, async (response) => {
    const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
    if (!passkey) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: rpIdOf(site),
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: uses[use].userVerification === 'required',
    });
    return verified ? { ...passkey, counter: authenticationInfo.newCounter } : null;
  });
}

/** The library throws for most of what does not hold; all of it is one answer: no. */
async function verified<Response, Result>(answer: string, check: (response: Response) => Promise<Result | null>): Promise<Result | null> {
  try {
    return await check(JSON.parse(answer) as Response);
  } catch {
    return null;
  }
}
