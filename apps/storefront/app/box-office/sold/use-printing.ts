import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ticketsFile } from '../../account/order/tickets-file.ts';
import { pathTo } from '../../paths.ts';

/** Phones, and browsers without windows, do not. */
const showsDocuments = () => navigator.pdfViewerEnabled;

/**
 * Fetches an order's tickets and opens the browser's print dialog on them; a browser that shows no documents keeps them as a
 * file. Once fetched, they are printed again without asking.
 */
export function usePrinting(orderId: string) {
  const [state, setState] = useState<'idle' | 'fetching' | 'ready' | 'failed'>('idle');
  const [url, setUrl] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const file = useRef<HTMLAnchorElement>(null);
  const navigate = useNavigate();
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);

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
    const tickets = await ticketsFile(orderId, 'receipt');
    if (tickets === 'log-in') return void navigate(pathTo('login', {}, { next: pathTo('BuyTicketBox', {}, { purchase: orderId }) }));
    setState(tickets === 'failed' ? 'failed' : 'ready');
    if (tickets !== 'failed') setUrl(URL.createObjectURL(tickets));
  };

  return { state, url, print, file, frame: url !== null && showsDocuments() ? { ref: frame, src: url, onLoad: open } : null };
}
