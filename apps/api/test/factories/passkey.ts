import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a cheat changes about an answer. */
interface Told {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the person gave a finger or a PIN; they did. */
  readonly userVerified?: boolean;
  /** In place of the next one. */
  readonly counter?: number;
  readonly challenge?: string;
  /** As base64url. */
  readonly userHandle?: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** A device with a passkey of its own (ES256), as a browser answers for it: registers once, then signs. */
export function authenticatorAt(origin = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const credentialId = randomBytes(16);
  let counter = 0;
  let user = '';

  const clientData = (type: string, challenge: string, told: Told) =>
    Buffer.from(JSON.stringify({ type, challenge: told.challenge ?? challenge, origin: told.origin ?? origin, crossOrigin: false }));

  const authenticatorData = ({ rpId = new URL(origin).hostname, userVerified = true, counter: given }: Told, attested?: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(given ?? counter);
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(attested ? [attested] : [])]);
  };

  const common = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key', clientExtensionResults: {} };

  return {
    credentialId: base64url(credentialId),
    /** COSE. */
    publicKey: key,

    /** `RegistrationResponseJSON` as text. */
    register(options: string, told: Told = {}): string {
      const { challenge, user: owner } = JSON.parse(options) as { challenge: string; user: { id: string } };
      user = owner.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(told, attested)],
        ]),
      );
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, told)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      });
    },

    /** `AuthenticationResponseJSON` as text; each signature counts one. */
    sign(options: string, told: Told = {}): string {
      const { challenge } = JSON.parse(options) as { challenge: string };
      counter += 1;
      const client = clientData('webauthn.get', challenge, told);
      const data = authenticatorData(told);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: told.userHandle ?? user,
        },
      });
    },
  };
}

/** As much of CBOR (RFC 8949) as a registration has: whole numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

function head(type: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(type << 5) | argument]);
  if (argument < 256) return Buffer.from([(type << 5) | 24, argument]);
  return Buffer.from([(type << 5) | 25, argument >> 8, argument & 0xff]);
}
