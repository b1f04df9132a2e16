import type { PurchaseStage } from '@butaca/contract';
import { getPurchase } from '@butaca/contract/purchase';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { loadClient } from '../../calls/load-client.ts';
import clockTexts from '../../i18n/es/clock.json';

/** How a purchase stands that this tab no longer has. */
export interface EndElsewhere {
  readonly stage: PurchaseStage;
  /** The page where it goes on, or where its tickets are. */
  readonly path: string;
}

/** Asks how a purchase stands that left this tab without a message; null when it has no page of its own, and without an answer. */
export async function endElsewhere(purchaseId: string): Promise<EndElsewhere | null> {
  const [client, { stageAddress }] = await Promise.all([loadClient(), import('../buy/addresses.ts')]);
  const purchase = await client.ask(getPurchase, { params: { purchaseId } });
  const stage = purchase?.stage ?? 'open';
  const path = stageAddress[stage](purchaseId);
  return path === null ? null : { stage, path };
}

/** The notice over the page of a purchase that turned out to be paid. */
export function AlreadyPaid() {
  const { t } = useTranslation(clockTexts);
  return t('already paid');
}
