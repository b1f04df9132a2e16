import type { Order } from '@butaca/contract';
import { isKnownOrderState } from '@butaca/contract/order';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { offerEnd } from '../../purchase/offer/offer-end.ts';
import { orderTexts } from './texts.ts';

const kinds = { pending: 'warning', offered: 'warning', returning: 'info', refunded: 'info' } as const;

/** What an order that is not simply paid waits for, and the way there. */
export function OrderStateNotice({ order: { state, purchaseId, offer } }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const { brand } = useFrame();
  if (!isKnownOrderState(state) || state === 'paid') return null;
  const end = offer ? offerEnd(offer.until, brand.locale) : '';
  const step = state !== 'refunded' && (
    <LinkButton as={Link} small kind="secondary" to={pathTo('payConfirm', {}, { purchase: purchaseId })}>
      {t(`${state}.step`)}
    </LinkButton>
  );
  return (
    <Notice kind={kinds[state]} title={t(`${state}.title`)} actions={step}>
      {t(`${state}.text`, { end })}
    </Notice>
  );
}
