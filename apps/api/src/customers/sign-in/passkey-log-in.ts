import { Refusal } from '@butaca/contract';
import { batchedReader } from '#db/batched-reader';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { deviceOf } from '../device.ts';
import { insertSessions, type NewSessionRow, type SessionTimes } from '../queries-sessions.ts';
import { signingPasskey } from '../second-factor/passkeys.ts';
import { newSessionToken, type OpenedSession, presentSession } from '../session.ts';
import { type AnsweredChallenge, LOG_IN, readChallenge } from './challenges.ts';
import type { PasskeyWorld } from './passkeys.ts';
import { knownPasskeys, lockCounters, useChallenges, usePasskeys } from './queries-passkeys.ts';

/** An answer whose signature holds. */
interface Signed {
  readonly passkeyId: string;
  readonly counter: number;
  readonly challenge: AnsweredChallenge;
  /** What is opened with it; null when it only proves who is here. */
  readonly session: NewSessionRow | null;
}
type Used = { readonly end: 'used'; readonly times: SessionTimes | undefined } | { readonly end: 'refused' };

/** The counter of a copied authenticator goes back; one that never counts stays at 0. */
const isNext = (counter: number, before: number | undefined) => before !== undefined && (counter > before || before === 0);

/** Log-ins by passkey; those that come together share their statements, as those of remembered devices do. */
export class PasskeyLogIns {
  readonly #world: PasskeyWorld;
  readonly #find: ReturnType<typeof passkeyReader>;
  readonly #batcher: Batcher<Signed, Used>;

  constructor(world: PasskeyWorld) {
    this.#world = world;
    this.#find = passkeyReader(world.db);
    this.#batcher = new Batcher({ work: (signed) => this.#use(signed), keyOf: ({ passkeyId }) => passkeyId });
  }

  /** Opens a session for the owner of the passkey that signed. */
  async logIn(answer: string, userAgent: string | undefined): Promise<OpenedSession> {
    const { secret, login } = this.#world;
    const { customer, ...signed } = await this.#requireSigned(answer);
    const { token, sessionId } = newSessionToken(secret);
    const times = await this.#requireUsed({
      ...signed,
      session: { sessionId, customerId: customer.id, minutes: login.sessionMinutes, device: deviceOf(userAgent), deviceId: null },
    });
    if (!times) throw new Error(`a log-in by passkey of customer ${customer.id} opened no session`);
    return presentSession({ token, customer, ...times });
  }

  /** Refuses another person's passkey. */
  async requireOf(customerId: string, answer: string): Promise<void> {
    const { customer, ...signed } = await this.#requireSigned(answer);
    if (customer.id !== customerId) throw new Refusal('passkey_refused');
    await this.#requireUsed({ ...signed, session: null });
  }

  /** The passkey whose signature this is; nothing is used up by it. */
  async #requireSigned(answer: string) {
    const { secret, login, site } = this.#world;
    const named = login.mode === 'EXTERNAL_LOGIN' ? null : readAnswer(answer);
    const known = named && (await this.#find(named.credentialId));
    if (!known || (named.customerId !== undefined && named.customerId !== known.customer.id)) throw new Refusal('passkey_refused');
    let challenge: AnsweredChallenge | null = null;
    const isOurs = (text: string) => {
      challenge = readChallenge(secret, LOG_IN, text);
      return challenge !== null;
    };
    const signed = await signingPasskey(site, { use: 'log-in', answer, challenge: isOurs, passkeys: [known] });
    if (!signed || challenge === null) throw new Refusal('passkey_refused');
    return { passkeyId: known.id, counter: signed.counter, challenge: challenge as AnsweredChallenge, customer: known.customer };
  }

  async #requireUsed(signed: Signed): Promise<SessionTimes | undefined> {
    const used = await this.#batcher.add(signed);
    if (used.end === 'refused') throw new Refusal('passkey_refused');
    return used.times;
  }

  /** Uses counters and challenges up and opens the sessions; a challenge that stands twice in a batch is the first one's. */
  #use(batch: readonly Signed[]): Promise<Used[]> {
    return this.#world.db.begin(async (tx) => {
      const before = await lockCounters(
        tx,
        batch.map(({ passkeyId }) => passkeyId),
      );
      const asked = new Set<string>();
      const fresh = batch.filter(({ passkeyId, counter, challenge: { id } }) => {
        if (!isNext(counter, before.get(passkeyId)) || asked.has(id)) return false;
        asked.add(id);
        return true;
      });
      const usable = await useChallenges(
        tx,
        fresh.map(({ challenge }) => challenge),
      );
      const used = new Set(fresh.filter(({ challenge }) => usable.has(challenge.id)));
      const [times] = await Promise.all([
        insertSessions(
          tx,
          [...used].flatMap(({ session }) => session ?? []),
        ),
        usePasskeys(tx, [...used]),
      ]);
      return batch.map((signed): Used => {
        if (!used.has(signed)) return { end: 'refused' };
        return { end: 'used', times: signed.session ? times.get(signed.session.sessionId) : undefined };
      });
    });
  }
}

const passkeyReader = (db: Db) =>
  batchedReader({
    read: (credentialIds: readonly string[]) => knownPasskeys(db, credentialIds),
    nameOfKey: (credentialId) => credentialId,
    nameOf: ({ credentialId }) => credentialId,
  });

/** Which passkey answers, and whose it says it is; null when the answer cannot be read. */
function readAnswer(answer: string): { readonly credentialId: string; readonly customerId: string | undefined } | null {
  try {
    const { id, response } = JSON.parse(answer) as { id?: unknown; response?: { userHandle?: unknown } };
    if (typeof id !== 'string') return null;
    const handle = response?.userHandle;
    return { credentialId: id, customerId: typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : undefined };
  } catch {
    return null;
  }
}
