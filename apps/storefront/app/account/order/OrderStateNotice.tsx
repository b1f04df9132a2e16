import type { Order } from '@butaca/contract';
import { isKnownOrderState } from '@butaca/contract/order';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { useMoney } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { pathTo } from '../../paths.ts';
import { CallOff } from '../../purchase/confirmation/CallOff.tsx';
import { keptUntil } from '../../purchase/confirmation/kept-until.ts';
import { PlacesKept, useIsOver } from '../../purchase/confirmation/PlacesKept.tsx';
import { useUntil } from '../../purchase/until.ts';
import { isUnproven, unprovenOf } from './unproven.ts';

const kinds = {
  reserved: 'info',
  reservation_expired: 'warning',
  reservation_cancelled: 'info',
  pending: 'warning',
  offered: 'warning',
  returning: 'info',
  refunded: 'success',
  cancelled: 'info',
} as const;

/**
 * For an order that is not simply paid: what it is waiting for, and the link to it. One element whatever the state, so that a screen reader is told
 * when a payment that waited came to nothing.
 */
export function OrderStateNotice({ order }: { order: Order }) {
  const { state, purchaseId, offer, heldUntil, purchase } = order;
  // Orders that were sold and given back afterwards are told by their state.
  const isOff = order.isPerformanceCancelled ?? false;
  const { t } = useTranslation(orderTexts);
  const until = useUntil();
  const money = useMoney();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  if (!isKnownOrderState(state) || state === 'paid') return null;
  const end = offer ? until(offer.until) : '';
  const { refunded = 0 } = order;
  const unproven = unprovenOf(order);
  // Money that was refunded has no page of a payment to follow.
  const step = state !== 'refunded' && state !== 'cancelled' && purchase.stage !== 'paid' && (
    <LinkButton
      as={Link}
      small
      kind="secondary"
      to={state.startsWith('reserv') ? pathTo('myBookings', {}) : pathTo('payConfirm', {}, { purchase: purchaseId })}
    >
      {t(`${state}.step`)}
    </LinkButton>
  );
  return (
    <Notice
      kind={isReturned(state) && (isOff || unproven > 0) ? 'warning' : kinds[state]}
      title={t(titleOf(order))}
      actions={
        state === 'cancelled' ? (
          !isOff && <UnpaidStep order={order} />
        ) : (
          <>
            {step}
            {order.mayCallOff && (
              <CallOff
                purchaseId={purchaseId}
                payableUntil={order.payableUntil}
                small
                onAnswered={() => void navigate(pathTo('payConfirm', {}, { purchase: purchaseId }))}
                onOver={() => void revalidate()}
              />
            )}
          </>
        )
      }
    >
      {t(textOf(order), { end, amount: money(refunded), unproven: money(unproven), proven: money(refunded - unproven) })}{' '}
      {(state === 'pending' || state === 'cancelled') && !isOff && (
        <PlacesKept purchase={purchase} until={heldUntil} payment={state === 'pending' ? 'waits' : 'unpaid'} isInStatus />
      )}
      {state === 'reserved' && <PlacesKept purchase={purchase} until={keptUntil(purchase)} payment="unpaid" isInStatus />}
    </Notice>
  );
}

function titleOf(order: Order) {
  const { state, isPerformanceCancelled, mayStillCome } = order;
  if (!isKnownOrderState(state) || state === 'paid') throw new Error(`no notice for an order that is ${state}`);
  if (isPerformanceCancelled) return 'off.title';
  if (isUnproven(order) && isReturned(state)) return 'unproven.title';
  return state === 'cancelled' && mayStillCome ? 'cancelled.late.title' : (`${state}.title` as const);
}

const isReturned = (state: string): boolean => state === 'returning' || state === 'refunded';

function textOf(order: Order) {
  const { state, refunded = 0, asBalance = 0, isPerformanceCancelled = false, maySlip, mayStillCome } = order;
  if (!isKnownOrderState(state) || state === 'paid') throw new Error(`no notice for an order that is ${state}`);
  if (isPerformanceCancelled && state === 'pending') return maySlip ? 'off.pending.slip' : 'off.pending';
  if (state === 'cancelled' && mayStillCome) return 'cancelled.late.text';
  if (isPerformanceCancelled && state === 'cancelled') return maySlip ? 'off.unpaid.slip' : 'off.unpaid';
  if (isReturned(state) && unprovenOf(order) > 0) return isUnproven(order) ? 'unproven.text' : 'unproven.part';
  const isBalance = state === 'refunded' && asBalance > 0 && asBalance === refunded;
  if (isPerformanceCancelled && isReturned(state))
    return isBalance ? 'off.balance' : state === 'returning' ? 'off.returning' : 'off.refunded';
  return isBalance ? 'refunded.balance' : (`${state}.text` as const);
}

/** Nothing was paid in the end: the way to pay while the places are held, else to choose again. */
function UnpaidStep({ order: { purchaseId, heldUntil, purchase } }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const isOver = useIsOver(heldUntil);
  const [performance] = purchase.performances;
  if (heldUntil !== undefined && !isOver)
    return (
      <LinkButton as={Link} small to={pathTo('BuyTicketById', { purchaseId })}>
        {t('cancelled.pay')}
      </LinkButton>
    );
  return (
    performance && (
      <LinkButton as={Link} small kind="secondary" to={pathTo('funcion', {}, { performance: performance.id, hash: performance.hash })}>
        {t('cancelled.choose')}
      </LinkButton>
    )
  );
}
