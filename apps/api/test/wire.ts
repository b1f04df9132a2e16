import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** The way from the product to its database, which can be cut off and mended. */
export interface Wire {
  /** Of the database behind the wire. */
  readonly url: string;
  /** Breaks every connection, in the middle of whatever it carries, and refuses new ones. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

/** A wire to the database of this address, on a port of its own that stays the same. */
export async function startWire(databaseUrl: string): Promise<Wire> {
  const { hostname, port: databasePort } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const forward = (from: Socket) => {
    // Accepted just before the cut, but handled only now.
    if (isCut) return from.resetAndDestroy();
    const to = dial(Number(databasePort), hostname);
    for (const [here, there] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(here);
      here.on('error', () => there.destroy());
      here.on('close', () => {
        sockets.delete(here);
        there.destroy();
      });
    }
    from.pipe(to);
    to.pipe(from);
  };
  let server: Server | undefined;
  let port = 0;
  const mend = async () => {
    isCut = false;
    server = createServer(forward);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  await mend();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    mend,
    cut: async () => {
      isCut = true;
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
  };
}
