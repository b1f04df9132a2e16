import { passwordProblem } from '@butaca/contract';
import { BoundedWork, type Reservation, type WorkSize } from '#http/bounded-work';
import { isCommonPassword } from './common-passwords.ts';
import { compareWithHash, type HashCost, hashOf } from './hashing-threads.ts';

/** Unicode-normalised, so that a password does not depend on how the keyboard composes letters. */
const composed = (password: string) => password.normalize('NFKC');

/** Why this may not become a password: the rules of the form, and what guessers try first. */
export const newPasswordProblem = (password: string) => passwordProblem(password) ?? (isCommonPassword(password) ? 'common' : null);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const PASSWORD_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordCheck {
  /** Without a hash it takes as long and answers false, so that response times do not tell which addresses exist. */
  matches(password: string, passwordHash: string | undefined): Promise<boolean>;
  release(): void;
}

/** Hashes and checks passwords, a few at a time and behind everything else, so that a crowd of log-ins leaves CPU time for the sale. */
export class Passwords {
  readonly #pool: BoundedWork;
  readonly #cost: HashCost;
  #decoy: Promise<string> | undefined;

  constructor({ cost = PASSWORD_COST, ...size }: Partial<WorkSize> & { readonly cost?: HashCost } = {}) {
    this.#pool = new BoundedWork({ atOnce: 2, waiting: 100, ...size });
    this.#cost = cost;
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
    return { hash: (password) => room.run(() => hashOf(composed(password), this.#cost)), release: room.release };
  }

  hash(password: string): Promise<string> {
    return this.#pool.run(() => hashOf(composed(password), this.#cost));
  }

  async #matches(room: Reservation, password: string, passwordHash: string | undefined): Promise<boolean> {
    this.#decoy ??= hashOf('compared when there is no customer', this.#cost);
    const compared = passwordHash ?? (await this.#decoy);
    const matches = await room.run(() => compareWithHash(compared, composed(password)));
    return matches && passwordHash !== undefined;
  }
}
