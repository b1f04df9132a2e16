import { encode } from 'uqr';

/** Modules of white around it that readers count on (ISO/IEC 18004). */
const QUIET = 4;

export interface QrDrawing {
  /** Modules along an edge, the quiet zone included. */
  readonly size: number;
  /** The dark modules, row by row, as one SVG path. */
  readonly path: string;
}

/** A QR code with error correction M, a unit of the drawing to a module. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      const width = x + 1 - from;
      path += `M${from + QUIET} ${y + QUIET}h${width}v1h-${width}z`;
    }
  });
  return { size: size + 2 * QUIET, path };
}
