import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './Ticket.module.css';

/** Black on white in every theme, as scanners expect it; the parent labels it. */
export function QrCode({ code }: { code: string }) {
  const { size, path } = useMemo(() => qrDrawing(code), [code]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true" data-code={code}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4;

interface QrDrawing {
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
