interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** What the HTML shows by `cid:` and this id. */
interface Picture extends Attachment {
  readonly cid: string;
}

export interface ReceivedMail {
  readonly id: number;
  readonly receivedAt: number;
  readonly messageId: string;
  readonly from: string;
  /** Whom the envelope named, hidden copies included. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly pictures: readonly Picture[];
  /** The header by which a mail program ends a subscription; empty in mails that belong to none. */
  readonly listUnsubscribe: string;
  /** Size of the raw message. */
  readonly size: number;
}

const MOST_MAILS = 200;
const MOST_BYTES = 64 * 1024 * 1024;

/** The last mails that came in, in memory only. */
export class Inbox {
  readonly #mails: ReceivedMail[] = [];
  #lastId = 0;

  add(mail: Omit<ReceivedMail, 'id'>): ReceivedMail {
    this.#lastId += 1;
    const received = { ...mail, id: this.#lastId };
    this.#mails.push(received);
    while (this.#mails.length > MOST_MAILS || (this.#mails.length > 1 && this.#bytes() > MOST_BYTES)) this.#mails.shift();
    return received;
  }

  find(id: number): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  newestFirst(): readonly ReceivedMail[] {
    return this.#mails.toReversed();
  }

  #bytes() {
    return this.#mails.reduce((sum, { size }) => sum + size, 0);
  }
}

/** How a browser may show an attachment without running anything of it; undefined for what is only downloaded. */
export function openedAs({ mediaType }: ReceivedMail['attachments'][number]): string | undefined {
  if (mediaType === 'application/pdf') return mediaType;
  if (mediaType === 'text/calendar' || mediaType === 'text/plain') return 'text/plain; charset=utf-8';
  return undefined;
}
