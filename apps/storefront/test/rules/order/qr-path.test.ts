import fc from 'fast-check';
import jsQr from 'jsqr';
import { expect, test } from 'vitest';
import { qrDrawing } from '../../../app/account/order/QrCode.tsx';

const PIXELS = 4;
const read = (jsQr as unknown as { default?: typeof jsQr }).default ?? jsQr;

/** The drawing as a camera would see it. */
function picture({ size, path }: ReturnType<typeof qrDrawing>) {
  const side = size * PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      for (let column = Number(x) * PIXELS; column < (Number(x) + Number(width)) * PIXELS; column++) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { pixels, side };
}

const tickets = fc.uint8Array({ minLength: 89, maxLength: 89 }).map((bytes) => Buffer.from(bytes).toString('base64url'));

test('what is drawn reads as the ticket’s code', () => {
  fc.assert(
    fc.property(tickets, (code) => {
      const { pixels, side } = picture(qrDrawing(code));
      expect(read(pixels, side, side)?.data).toBe(code);
    }),
    { numRuns: 10 },
  );
});

test('a code of a ticket has 45 modules along its edge and four of white around it', () => {
  fc.assert(
    fc.property(tickets, (code) => {
      const { size, path } = qrDrawing(code);
      expect(size).toBe(45 + 8);
      const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) => run.slice(1).map(Number));
      expect(Math.min(...runs.flatMap(([x, y]) => [x ?? 0, y ?? 0]))).toBe(4);
      expect(Math.max(...runs.map(([x = 0, , width = 0]) => x + width), ...runs.map(([, y = 0]) => y + 1))).toBe(49);
    }),
    { numRuns: 20 },
  );
});
