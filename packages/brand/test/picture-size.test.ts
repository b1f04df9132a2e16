import { expect, test } from 'vitest';
import { pictureSize } from '../src/picture-size.ts';

/** The first bytes of files of 123 × 45 pixels, as an encoder wrote them. */
const heads = {
  'image/png': ['89504e470d0a1a0a0000000d494844520000007b0000002d08060000008e'],
  'image/webp': [
    // Lossy, lossless, and extended with transparency.
    '5249464650000000574542505650382044000000f003009d012a7b002d003e6d',
    '5249464624000000574542505650384c170000002f7a000b10075093ced6a380',
    '524946467c00000057454250565038580a000000100000007a00002c0000414c',
  ],
};

test('a picture of the brand has the size that its file says', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 48.5"><path d="M0 0"/></svg>');
  expect(pictureSize(svg, 'image/svg+xml')).toEqual({ width: 96, height: 48.5 });
  for (const [type, files] of Object.entries(heads))
    for (const hex of files) expect(pictureSize(Buffer.from(hex, 'hex'), type), hex).toEqual({ width: 123, height: 45 });
});

test('a file that is no picture has no size', () => {
  for (const type of ['image/svg+xml', 'image/png', 'image/webp', 'image/gif'])
    expect(pictureSize(Buffer.from('nothing'), type)).toBeNull();
});
