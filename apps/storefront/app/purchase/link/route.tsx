import { getPurchase } from '@butaca/contract/purchase';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { redirect } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import linkTexts from '../../i18n/es/pay-link.json';
import { pathTo } from '../../paths.ts';
import { currentSession } from '../../session/store.ts';
import { stageAddress } from '../buy/addresses.ts';
import { BuyShell } from '../buy/BuyShell.tsx';
import type { Route } from './+types/route';
import { AskForCode } from './AskForCode.tsx';
import { codeIn } from './link-code.ts';
import { linkHeaders } from './link-headers.ts';
import { PayLinkScreen } from './PayLinkScreen.tsx';
import { readLink } from './read-link.ts';

export const headers = linkHeaders;

/** S-33: `/linkPago/{code}`, and `/linkPago`, which asks for the code. */
export async function clientLoader({ params: { purchaseId: typed } }: Route.ClientLoaderArgs) {
  if (!typed) return { code: null, read: null };
  const code = codeIn(typed);
  if (code === null) return { code, read: { status: 'gone' } as const };
  await leadOwner(code);
  return { code, read: await readLink(code) };
}

/** To its owner's session a process id opens the purchase itself, which can be changed there, too (C-13). */
async function leadOwner(purchaseId: string): Promise<void> {
  if (!currentSession()) return;
  const { call } = await loadClient();
  const own = await call(getPurchase, { params: { purchaseId } }, { purpose: 'background' });
  if (own.status !== 'ok') return;
  const { stage = 'open' } = own.data;
  throw redirect(stageAddress[stage](purchaseId) ?? pathTo('BuyTicket', {}, { purchase: purchaseId }));
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation(linkTexts);
  return <BuyShell label={t('loading')} />;
}

export default function LinkPago({ loaderData: { code, read } }: Route.ComponentProps) {
  if (code !== null && read?.status === 'read') return <PayLinkScreen key={code} code={code} opened={read.link} />;
  return <AskForCode problem={read?.status === 'read' ? undefined : read?.status} />;
}
