import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../ports.ts';

export interface ThrowAwayValkey {
  readonly url: string;
  readonly port: number;
  /** As a machine that loses power: nothing that it had is there after `restart`. */
  kill(): Promise<void>;
  /** At the same address, empty. */
  restart(): Promise<void>;
  /** Lets it answer nothing, until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const LONGEST_START_MS = 20_000;
/** Ends the server when the other end of its input is closed, however that comes. */
const GUARD = 'cat >/dev/null; kill -9 "$1"';

/** A server for tests that keeps nothing on disk; `cluster`: a cluster of this node alone, which refuses what a cluster refuses. */
export async function startThrowAwayValkey(binary: string, { cluster = false } = {}): Promise<ThrowAwayValkey> {
  const directory = await mkdtemp(join(tmpdir(), 'butaca-valkey-'));
  const command = join(directory, 'valkey-server');
  await symlink(binary, command);
  const port = await freePort();
  const start = async () => {
    const network = ['--bind', '127.0.0.1', '--port', String(port)];
    const clustered = cluster
      ? ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--cluster-port', String(await freePort())]
      : [];
    const child = spawn(command, [...network, '--save', '', '--appendonly', 'no', '--dir', directory, ...clustered], { stdio: 'ignore' });
    const guard = spawn('sh', ['-c', GUARD, 'guard', String(child.pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    guard.unref();
    await untilAnswered(port, 'PING', /PONG/);
    if (cluster) {
      // A node that was started again has its slots already.
      await ask(port, 'CLUSTER ADDSLOTSRANGE 0 16383');
      await untilAnswered(port, 'CLUSTER INFO', /cluster_state:ok/);
    }
    return { child, guard };
  };
  let running = await start();
  const kill = async () => {
    const { child, guard } = running;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    guard.kill('SIGKILL');
  };
  return {
    url: `valkey://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      running = await start();
    },
    pause: () => void running.child.kill('SIGSTOP'),
    resume: () => void running.child.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilAnswered(port: number, command: string, answer: RegExp) {
  const until = performance.now() + LONGEST_START_MS;
  while (!answer.test(await ask(port, command))) {
    if (performance.now() > until) throw new Error(`the Valkey at port ${port} does not answer ${command}`);
    await sleep(20);
  }
}

/** One command on a connection of its own; empty where nobody listens. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', () => resolve(''));
  });
}
