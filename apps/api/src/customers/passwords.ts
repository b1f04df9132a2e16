import { hash, verify } from '@node-rs/argon2';
import { BoundedWork, type WorkSize } from '#http/bounded-work';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same letters however the keyboard composed them. */
const composed = (password: string) => password.normalize('NFKC');

/** Hashes and checks passwords, a few at a time: a crowd that logs in must leave the processors room for the sale. */
export class Passwords {
  readonly #pool: BoundedWork;
  #nobodys: Promise<string> | undefined;

  constructor(size: WorkSize = { atOnce: 2, waiting: 100 }) {
    this.#pool = new BoundedWork(size);
  }

  /** Asked before an attempt is counted, so that a refusal for lack of room is not held against anybody. */
  demandRoom(): void {
    this.#pool.demandRoom();
  }

  hash(password: string): Promise<string> {
    return this.#pool.run(() => hash(composed(password), cost));
  }

  /** Without a hash to compare with it takes as long and says no, so that nobody learns which addresses exist. */
  async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    this.#nobodys ??= hash('the password of nobody', cost);
    const compared = passwordHash ?? (await this.#nobodys);
    const matches = await this.#pool.run(() => verify(compared, composed(password)));
    return matches && passwordHash !== undefined;
  }
}
