import { connect, type Socket } from 'node:net';
import { limit } from '../../../../scripts/test/limits.ts';

export interface RawAnswer {
  /** Null where the server closed the connection without a word. */
  readonly status: number | null;
  /** The beginning of the body, as far as it came with the head. */
  readonly text: string;
}

/** Longer than any answer takes, however busy the machine is; the server gives a request up after 30 s. */
const HANG_MS = limit(20_000);
const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/** Sends bytes as they are, which no client of HTTP would, and says what came back. Keeps its connection where the server does. */
export class RawConnection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** `whole` requests are complete; after others the sender hangs up its half and waits. Rejects when nothing comes for too long. */
  ask(bytes: Buffer, { whole, head }: { readonly whole: boolean; readonly head: boolean }): Promise<RawAnswer> {
    const socket = this.#open();
    return new Promise((resolve, reject) => {
      let received = '';
      const done = (answer: RawAnswer, keep: boolean) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => {});
        // Node reads nothing more of what asked to be something else than HTTP until it closes it.
        if (!keep || !whole || bytes.includes('upgrade')) this.close();
        resolve(answer);
      };
      const timer = setTimeout(() => {
        this.close();
        reject(new Error('no answer'));
      }, HANG_MS);
      socket.on('data', (chunk: string) => {
        received += chunk;
        if (!whole) return;
        const answer = readWhole(received, head);
        if (answer) done(answer, !/\r\nconnection: close/i.test(received.slice(0, received.indexOf(HEAD_END) + 2)));
      });
      const over = () => done(readPart(received), false);
      socket.on('close', over);
      socket.on('error', over);
      socket.write(bytes);
      if (!whole) socket.end();
    });
  }

  close() {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    this.#socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    return this.#socket;
  }
}

const statusOf = (received: string): number | null => {
  const found = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
  return found ? Number(found) : null;
};
const readPart = (received: string): RawAnswer => ({ status: statusOf(received), text: received.slice(0, 4000) });

/** The answer once all of it is there; informational ones before it are passed over. */
function readWhole(received: string, head: boolean): RawAnswer | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const status = statusOf(received);
  if (status !== null && status < 200) return readWhole(received.slice(end + HEAD_END.length), head);
  const headers = received.slice(0, end).toLowerCase();
  const body = received.length - end - HEAD_END.length;
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1];
  const complete =
    head ||
    status === 204 ||
    status === 304 ||
    (headers.includes('transfer-encoding: chunked') ? received.endsWith(LAST_CHUNK) : length !== undefined && body >= Number(length));
  return complete ? readPart(received) : null;
}
