import { useEffect, useRef, useState } from 'react';
import { fetchTickets, type Printed } from './print-tickets.ts';

/** Phones, and browsers without windows, do not. */
const showsDocuments = () => navigator.pdfViewerEnabled;

/**
 * Fetches an order's tickets and opens the browser's print dialog on them; a browser that shows no documents keeps them as a
 * file. Once fetched, they are printed again without asking.
 */
export function usePrinting(orderId: string) {
  const [state, setState] = useState<'idle' | 'fetching' | Printed['status']>('idle');
  const [url, setUrl] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const file = useRef<HTMLAnchorElement>(null);
  const forget = useRef<() => void>(() => {});
  useEffect(() => () => forget.current(), []);

  const open = () => {
    if (!showsDocuments()) return file.current?.click();
    const { contentWindow } = frame.current ?? {};
    contentWindow?.focus();
    contentWindow?.print();
  };
  useEffect(() => {
    if (url !== null && !showsDocuments()) file.current?.click();
  }, [url]);

  const print = async () => {
    if (state === 'fetching') return;
    if (url !== null) return open();
    setState('fetching');
    const printed = await fetchTickets(orderId);
    setState(printed.status);
    if (printed.status === 'failed') return;
    forget.current = printed.forget;
    setUrl(printed.url);
  };

  return { state, url, print, file, frame: url !== null && showsDocuments() ? { ref: frame, src: url, onLoad: open } : null };
}
