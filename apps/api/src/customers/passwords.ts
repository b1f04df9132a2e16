import { passwordProblem } from '@butaca/contract';
import { hash, verify } from '@node-rs/argon2';
import { BoundedWork, type Reservation, type WorkSize } from '#http/bounded-work';
import { isCommonPassword } from './common-passwords.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Unicode-normalised, so that a password does not depend on how the keyboard composes letters. */
const composed = (password: string) => password.normalize('NFKC');

/** Why this may not become a password: the rules of the form, and what guessers try first. */
export const newPasswordProblem = (password: string) => passwordProblem(password) ?? (isCommonPassword(password) ? 'common' : null);

export interface PasswordCheck {
  /** Without a hash it takes as long and answers false, so that response times do not tell which addresses exist. */
  matches(password: string, passwordHash: string | undefined): Promise<boolean>;
  release(): void;
}

/** Hashes and checks passwords, a few at a time: so that a crowd of log-ins leaves CPU time for the sale. */
export class Passwords {
  readonly #pool: BoundedWork;
  #decoy: Promise<string> | undefined;

  constructor(size: WorkSize = { atOnce: 2, waiting: 100 }) {
    this.#pool = new BoundedWork(size);
  }

  /**
   * Room for one check. Reserved before an attempt is counted, so that a refusal for lack of room, `busy`, does not count as a
   * failed log-in, however many log-ins arrive together.
   */
  reserveCheck(): PasswordCheck {
    const room = this.#pool.reserve();
    return {
      matches: (password, passwordHash) => this.#matches(room, password, passwordHash),
      release: room.release,
    };
  }

  /** Room for one new hash, for the same reason. */
  reserveHash(): { readonly hash: (password: string) => Promise<string>; readonly release: () => void } {
    const room = this.#pool.reserve();
    return { hash: (password) => room.run(() => hash(composed(password), cost)), release: room.release };
  }

  hash(password: string): Promise<string> {
    return this.#pool.run(() => hash(composed(password), cost));
  }

  async #matches(room: Reservation, password: string, passwordHash: string | undefined): Promise<boolean> {
    this.#decoy ??= hash('compared when there is no customer', cost);
    const compared = passwordHash ?? (await this.#decoy);
    const matches = await room.run(() => verify(compared, composed(password)));
    return matches && passwordHash !== undefined;
  }
}
