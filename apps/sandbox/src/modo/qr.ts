import type { Order } from '../hosted/orders.ts';

/** An interoperable QR code (Transferencias 3.0): the tags of EMVCo, of which the last is the checksum of all before it. */
export function qrOf({ id, amount }: Order, merchant: string): string {
  const text = [
    tag('00', '01'),
    tag('01', '12'),
    tag('43', tag('00', 'ar.example.modo') + tag('01', id)),
    tag('50', tag('00', '30000000007')),
    tag('52', '7922'),
    tag('53', '032'),
    tag('54', (amount / 100).toFixed(2)),
    tag('58', 'AR'),
    tag('59', merchant.slice(0, 25)),
    tag('60', 'CABA'),
    '6304',
  ].join('');
  return text + checksum(text);
}

const tag = (name: string, value: string) => `${name}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT, which EMVCo codes end in. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
