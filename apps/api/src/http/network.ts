import ipaddr from 'ipaddr.js';

/** Stands for a caller that hung up, and for one whose proxy sends no address that can be read: they all count as one. */
const NOBODY = ipaddr.parse('0.0.0.0');

/** As a connection or a proxy names it: with brackets or not, with a port or not. Never throws. */
function parsed(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text ?? '') ?? [];
  const address = bracketed ?? withPort ?? text ?? '';
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (!ipaddr.IPv6.isValid(address)) return NOBODY;
  const read = ipaddr.IPv6.parse(address);
  return read.isIPv4MappedAddress() ? read.toIPv4Address() : read;
}

/** The address alone, without port, brackets and zone; `0.0.0.0` where there is none that can be read. */
export function addressOf(text: string | undefined): string {
  const address = parsed(text);
  return 'octets' in address ? address.toString() : new ipaddr.IPv6(address.parts).toRFC5952String();
}

/**
 * The /24 of an IPv4 address, the /64 of an IPv6 address: about one household or one office. A caller that hung up has no address any
 * more, whatever Fastify's types say.
 */
export function networkOf(ip: string | undefined): string {
  const address = parsed(ip);
  if ('octets' in address) return address.octets.slice(0, 3).join('.');
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** Of this machine's own address: a test, or a proxy that TRUST_PROXY does not name, behind which everybody would be one network. */
export const isOwnMachine = (ip: string): boolean => parsed(ip).range() === 'loopback';
