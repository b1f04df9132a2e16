import { QUIET, qrOf } from './pen.ts';

/** Pixels for each square: two for each that a mail shows, so that a phone's sharp screen shows sharp edges. */
const SQUARE = 8;

/** The QR of a ticket as a PNG, black on white with its quiet edge, for what shows no drawings. */
export async function codePicture(code: string): Promise<Buffer> {
  const squares = qrOf(code);
  const side = squares.length + 2 * QUIET;
  const pixels = Buffer.alloc(side * side, 255);
  squares.forEach((row, y) => {
    row.forEach((isBlack, x) => {
      if (isBlack) pixels[(y + QUIET) * side + x + QUIET] = 0;
    });
  });
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize({ width: side * SQUARE, kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
