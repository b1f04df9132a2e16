import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type BoundSocket, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { holdSocket } from '../apps/api/src/processes/held-socket.ts';
import { type Lock, takeLock } from './lock.mjs';

/**
 * Below the ports that outgoing connections are given (from 32768 on Linux, from 49152 elsewhere): between the choice of a port and the start
 * of its server no connection can take it.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** A port of this machine that is free right now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const [port] = await freePorts(1, host);
  return port as number;
}

/** Several, all different. */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => listenSomewhere(server, host)));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Why the server could not listen there, in one line, or nothing. */
export async function portProblem(port: number, host: string): Promise<string | null> {
  const held = await holdPort(port, host);
  if (typeof held === 'string') return held;
  held.close();
  return null;
}

/** The port of this machine, bound and held; or, in one line, why it cannot be. */
export async function holdPort(port: number, host: string): Promise<BoundSocket | string> {
  try {
    return await holdSocket({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return takenSentence(port);
    if (code === 'EACCES')
      return `port ${port} needs more rights than this user has: choose one above 1023, for example PORT=3000 npm start`;
    return `HOST: ${host} is no address of this machine`;
  }
}

/**
 * Of the copies that a user starts here for one port one goes on, from its first moment: until a server listens two may have bound the same port. In
 * one line, why not.
 */
export async function claimPort(port: number): Promise<Lock | string> {
  const lock = await takeLock(join(tmpdir(), `butaca-${userInfo().uid}-port-${port}.lock`));
  return 'holder' in lock ? takenSentence(port) : lock;
}

const takenSentence = (port: number) => `port ${port} is taken: choose another, for example PORT=${port + 1} npm start`;

async function listenSomewhere(server: Server, host: string): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
