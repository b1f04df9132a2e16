import { ticketsPdfPath } from '@butaca/contract/tickets-pdf';
import { currentSession } from '../../session/store.ts';

export type Printed =
  /** Where the document is in this browser; whoever gets it gives it back with `forget`. */
  { readonly status: 'ready'; readonly url: string; readonly forget: () => void } | { readonly status: 'failed' };

const PDF = 'application/pdf';

/** The tickets of an order as a roll printer takes them. The address alone opens nothing: the session goes along. */
export async function fetchTickets(orderId: string): Promise<Printed> {
  try {
    const answer = await fetch(ticketsPdfPath(orderId, '80mm'), {
      headers: { authorization: `Bearer ${currentSession()?.token ?? ''}`, accept: PDF },
      credentials: 'omit',
    });
    // A refusal is JSON.
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith(PDF)) return { status: 'failed' };
    const url = URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: PDF }));
    return { status: 'ready', url, forget: () => URL.revokeObjectURL(url) };
  } catch {
    return { status: 'failed' };
  }
}
