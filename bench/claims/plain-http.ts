import { connect, type Socket } from 'node:net';

interface Call {
  readonly request: string;
  readonly resolve: (body: string) => void;
  readonly reject: (error: Error) => void;
}

interface Connection {
  readonly socket: Socket;
  call: Call | null;
  received: string;
}

/**
 * POSTs over plain sockets that stay open. The load generator shares its cores with what it measures, and a call through
 * `node:http` costs several times as much: here headers are neither built nor parsed beyond the status and the length.
 */
export class PlainHttp {
  readonly #host: string;
  readonly #port: number;
  readonly #most: number;
  readonly #all: Connection[] = [];
  readonly #idle: Connection[] = [];
  readonly #waiting: Call[] = [];
  #closed = false;

  constructor(origin: string, connections: number) {
    const { hostname, port } = new URL(origin);
    this.#host = hostname;
    this.#port = Number(port);
    this.#most = connections;
  }

  /** The body of the answer; anything but a 2xx is an error. Texts have to be ASCII. */
  post(path: string, headers: string, body: string): Promise<string> {
    const request = `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`;
    return new Promise((resolve, reject) => {
      const call = { request, resolve, reject };
      const connection = this.#idle.pop() ?? (this.#all.length < this.#most ? this.#open() : null);
      if (connection) send(connection, call);
      else this.#waiting.push(call);
    });
  }

  close(): void {
    this.#closed = true;
    for (const { socket } of this.#all) socket.destroy();
  }

  #open(): Connection {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    const connection: Connection = { socket, call: null, received: '' };
    this.#all.push(connection);
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => this.#receive(connection, part));
    const fail = (error?: Error) => {
      if (!this.#closed) connection.call?.reject(error ?? new Error('the connection was closed'));
    };
    socket.on('error', fail);
    socket.on('close', () => fail());
    return connection;
  }

  #receive(connection: Connection, part: string): void {
    const received = connection.received === '' ? part : connection.received + part;
    const head = received.indexOf('\r\n\r\n');
    const length = head < 0 ? null : /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1];
    if (length === undefined) connection.call?.reject(new Error(`an answer without a length: ${received.slice(0, head)}`));
    if (typeof length !== 'string' || received.length < head + 4 + Number(length)) {
      connection.received = received;
      return;
    }
    const { call } = connection;
    connection.received = '';
    connection.call = null;
    const next = this.#waiting.shift();
    if (next) send(connection, next);
    else this.#idle.push(connection);
    const body = received.slice(head + 4);
    if (received.startsWith('2', 9)) call?.resolve(body);
    else call?.reject(new Error(`${call.request.split('\r\n', 1)[0]}: ${received.slice(9, 12)} ${body.slice(0, 200)}`));
  }
}

function send(connection: Connection, call: Call): void {
  connection.call = call;
  connection.socket.write(call.request, 'latin1');
}

/** The share of one core that the load generator in this process has used since the call. */
export function watchOwnCpu(): () => string {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return `${Math.round(((user + system) / 1000 / (performance.now() - startedAt)) * 100)} % of a core`;
  };
}
