import { noWishes, sendNext, type Wish, type Wishes } from './wishes.ts';

interface WishWorld {
  /** Ids of the places that the buyer has now. */
  readonly mine: () => readonly number[];
  /** Makes the change and tells how it went; false when what waits has lost its sense too. Never rejects. */
  readonly send: (wish: Wish) => Promise<boolean>;
  readonly onChange: (wishes: Wishes) => void;
}

/** Makes the buyer's wishes come true one after the other: a claim that loses costs no other its places. */
export function createWishQueue({ mine, send, onChange }: WishWorld) {
  let wishes = noWishes;

  function become(next: Wishes) {
    wishes = next;
    onChange(wishes);
  }

  async function run() {
    become(sendNext(wishes, mine()));
    while (wishes.sent) {
      const goesOn = await send(wishes.sent);
      become(sendNext(goesOn ? wishes : noWishes, mine()));
    }
  }

  return {
    get wishes(): Wishes {
      return wishes;
    },
    change(next: Wishes) {
      if (wishes.sent) {
        become(next);
        return;
      }
      wishes = next;
      void run();
    },
    /** The page is left: what has not been sent is not sent any more. */
    drop: () => become({ ...wishes, waiting: [] }),
  };
}
