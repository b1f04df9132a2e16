import { isIPv6 } from 'node:net';

/**
 * The /24 of an IPv4 address, the /56 of an IPv6 address: about one household or one office. A caller that hung up has no address any
 * more, whatever Fastify's types say.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return 'gone';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (!isIPv6(ip) || mapped) return (mapped ?? ip).split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left;
  return groups
    .slice(0, 4)
    .map((group, index) => (Number.parseInt(group, 16) & (index === 3 ? 0xff00 : 0xffff)).toString(16))
    .join(':');
}

/** Of this machine's own address: a test, or a proxy that TRUST_PROXY does not name, behind which everybody would be one network. */
export const isOwnMachine = (ip: string): boolean => ip === '::1' || ip === '127.0.0.1' || ip === '::ffff:127.0.0.1';
