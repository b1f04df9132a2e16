import { lookup } from 'node:dns/promises';
import { BoundSocket } from 'node:net';

/**
 * Binds an address for processes that come and go. Those that inherit its descriptor accept from this one socket; it listens from
 * the first of them on, for as long as it is held: while none accepts, connections wait in its queue instead of being refused.
 * Windows has no descriptors of sockets; there `fd()` is -1.
 */
export async function holdSocket({ host, port }: { readonly host: string; readonly port: number }): Promise<BoundSocket> {
  const { address } = await lookup(host, { order: 'ipv4first' });
  return new BoundSocket({ host: address, port });
}
