import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './plan.ts';

/** A stretch of wire between the product and what it talks to, that can be disturbed. */
export interface Link {
  readonly port: number;
  /** Ends this share of the connections, on both sides, without a farewell. */
  readonly cut: (share: number, random: Random) => void;
  readonly slow: (delayMs: number) => void;
  /** While it is silent nothing arrives and no error is sent; what was sent meanwhile arrives afterwards. */
  readonly silence: (on: boolean) => void;
  /** While it refuses, connections end as soon as they are made. */
  readonly refuse: (on: boolean) => void;
  readonly close: () => void;
}

/** Carries TCP connections to a port of this machine. */
export async function startLink(toPort: number): Promise<Link> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let delayMs = 0;
  let refusing = false;
  let speaks = Promise.withResolvers<void>();
  speaks.resolve();
  let silent = false;

  async function carry(from: Socket, to: Socket) {
    for await (const chunk of from) {
      await speaks.promise;
      if (delayMs > 0) await sleep(delayMs);
      if (to.destroyed) return;
      if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    await speaks.promise;
    to.end();
  }

  const server = createServer((near) => {
    if (refusing) return void near.resetAndDestroy();
    const far = connect({ host: '127.0.0.1', port: toPort });
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    carry(near, far).catch(end);
    carry(far, near).catch(end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const reset = ([near, far]: readonly [Socket, Socket]) => {
    near.resetAndDestroy();
    far.resetAndDestroy();
  };
  const silence = (on: boolean) => {
    if (on === silent) return;
    silent = on;
    if (on) speaks = Promise.withResolvers();
    else speaks.resolve();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: (share, random) => {
      for (const pair of random.shuffled([...pairs]).slice(0, Math.ceil(pairs.size * share))) reset(pair);
    },
    slow: (ms) => {
      delayMs = ms;
    },
    silence,
    refuse: (on) => {
      refusing = on;
      if (on) for (const pair of [...pairs]) reset(pair);
    },
    close: () => {
      silence(false);
      server.close();
      for (const pair of [...pairs]) reset(pair);
    },
  };
}
