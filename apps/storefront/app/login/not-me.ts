import type { AccountNotice } from '@butaca/contract/account-notice';
import { loadClient } from '../calls/load-client.ts';

/** As far as a browser can tell; the rest of it was lost on the way. */
const LINK = /^[\w-]{22}\.[\w-]{43}$/;

export type Read = AccountNotice | 'over' | 'failed';

/** What the link is about. Told on its page, so that a failure opens no dialog and leads nowhere. */
export async function readNotice(link: string): Promise<Read> {
  if (!LINK.test(link)) return 'over';
  try {
    const [{ readNotice: call }, client] = await Promise.all([import('@butaca/contract/account-notice'), loadClient()]);
    const outcome = await client.call(call, { body: { link } }, { purpose: 'background' });
    if (outcome.status === 'ok') return outcome.data;
    return outcome.status === 'refusal' && outcome.failure === 'link_over' ? 'over' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Ends it; again when it was ended already. */
export async function endNoticed(link: string): Promise<'done' | 'over' | 'failed'> {
  try {
    const [{ endNoticed: call }, client] = await Promise.all([import('@butaca/contract/account-notice'), loadClient()]);
    const outcome = await client.call(call, { body: { link } }, { purpose: 'background' });
    if (outcome.status === 'ok') return 'done';
    return outcome.status === 'refusal' && outcome.failure === 'link_over' ? 'over' : 'failed';
  } catch {
    return 'failed';
  }
}
