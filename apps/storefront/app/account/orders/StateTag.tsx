import { isKnownOrderState } from '@butaca/contract/order';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import ordersTexts from '../../i18n/es/orders.json';

/** States that need an action of the buyer have the accent colour. */
const tones = {
  paid: 'strong',
  reserved: 'accent',
  reservation_expired: 'plain',
  reservation_cancelled: 'plain',
  pending: 'accent',
  offered: 'accent',
  returning: 'plain',
  refunded: 'plain',
  cancelled: 'plain',
} as const;

/** The state of an order; an unknown state is shown as the server wrote it (EN-113). */
export function StateTag({ state, free, unproven = false }: { state: string; free: boolean; unproven?: boolean | undefined }) {
  const { t } = useTranslation(ordersTexts);
  // What cost nothing was not paid.
  if (state === 'paid' && free) return <Tag tone="strong">{t('free')}</Tag>;
  // Nobody knows of money that could go back.
  if (unproven && (state === 'returning' || state === 'refunded')) return <Tag tone="plain">{t('state.unproven')}</Tag>;
  return isKnownOrderState(state) ? <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag> : <Tag>{state}</Tag>;
}
