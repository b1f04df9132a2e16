import { useMemo } from 'react';
import { qrDrawing } from './qr-path.ts';
import styles from './Ticket.module.css';

/** Black on white in every theme: readers at doors know nothing else. What it is, whoever shows it says. */
export function QrCode({ code }: { code: string }) {
  const { size, path } = useMemo(() => qrDrawing(code), [code]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true" data-code={code}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
