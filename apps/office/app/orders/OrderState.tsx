import { isKnownOrderState } from '@butaca/contract/order';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';

const tones = {
  paid: 'strong',
  reserved: 'accent',
  reservation_expired: 'plain',
  reservation_cancelled: 'plain',
  pending: 'accent',
  offered: 'accent',
  returning: 'accent',
  refunded: 'plain',
  cancelled: 'plain',
} as const;

/** The state of an order; what cost nothing was not paid. */
export function OrderState({ state, total }: { state: string; total: number }) {
  const { t } = useTranslation(officeTexts);
  if (!isKnownOrderState(state)) return <Tag>{state}</Tag>;
  return <Tag tone={tones[state]}>{t(state === 'paid' && total === 0 ? 'orders.state.free' : `orders.state.${state}`)}</Tag>;
}
