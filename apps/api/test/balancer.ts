import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 100;

export interface Balancer {
  readonly origin: string;
  readonly close: () => void;
}

interface Server {
  readonly port: number;
  ready: boolean;
}

/**
 * Servers in turn, as long as they say that they are ready. Where a server cannot be reached, the next one is asked; an
 * answer that breaks off ends the visitor's connection, and nothing is ever repeated behind the visitor's back.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map((port): Server => ({ port, ready: false }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let open = true;

  const look = async (server: Server) => {
    while (open) {
      server.ready =
        (await fetch(`http://127.0.0.1:${server.port}/readyz`, { headers: { connection: 'close' } }).catch(() => null))?.ok ?? false;
      await sleep(ASK_EVERY_MS);
    }
  };
  const next = (asked: ReadonlySet<Server>): Server | undefined => {
    const ready = servers.filter((server) => server.ready && !asked.has(server));
    return ready[turn++ % ready.length];
  };

  function forward(from: IncomingMessage, to: ServerResponse, body: Buffer, asked: ReadonlySet<Server>) {
    const server = next(asked);
    if (!server) return to.destroy();
    const { method = 'GET', url = '/', headers } = from;
    const call = request({
      host: '127.0.0.1',
      port: server.port,
      method,
      path: url,
      headers: { ...headers, connection: 'keep-alive' },
      agent,
    });
    call.on('response', (answer) => {
      const { connection: _theirs, 'keep-alive': _long, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 500, rest);
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward(from, to, body, new Set([...asked, server]));
      else to.destroy();
    });
    call.end(body);
  }

  const balancer = createServer(async (from, to) => {
    const parts: Buffer[] = [];
    for await (const part of from) parts.push(part as Buffer);
    forward(from, to, Buffer.concat(parts), new Set());
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  for (const server of servers) void look(server);
  return {
    origin: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    close: () => {
      open = false;
      balancer.close();
      balancer.closeAllConnections();
      agent.destroy();
    },
  };
}
