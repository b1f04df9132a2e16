import type { PaymentMethod, Purchase, PurchaseStage } from '@butaca/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathTo } from '../../paths.ts';
import { purchaseClock, usePurchaseClock } from '../clock/purchase-clock.ts';
import { messages } from '../clock/timer.ts';
import { stageAddress } from './addresses.ts';
import { type Changed, chooseMethod, costsNothing, firstMethod, readAgain, readMethods } from './change-purchase.ts';
import type { Refused, ShownRefusal } from './refusals.ts';

/**
 * The purchase as the server last answered it, in any tab or menu, and the outcome of the last change. Amounts and places are
 * always the server's. While it is charged, and once it is over, the screen shows it as it was when it was last open.
 */
export function useCheckout(initial: Purchase) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { purchase: held } = usePurchaseClock();
  const latest = useRef(initial);
  if (held?.id === initial.id && held.stage === 'open') latest.current = held;
  const [over, setOver] = useState<Purchase | null>(null);
  const purchase = over ?? latest.current;
  const [changing, setChanging] = useState(false);
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null);

  const setPurchase = async (next: Purchase) => {
    latest.current = next;
    if (next.stage !== 'open') setOver(next);
    await purchaseClock.updated(next);
  };

  const logIn = (failed = false) => void navigate(pathTo('login', {}, { next: `${pathname}${search}`, ...(failed && { failed: 1 }) }));

  const leaveFor = async (stage: PurchaseStage) => {
    const address = stageAddress[stage](latest.current.id);
    if (address) return void navigate(address, { replace: true });
    await setPurchase({ ...latest.current, stage });
  };

  /** Shows a refusal; reads the purchase again when places were lost, so that the page shows what is left. */
  const refuse = async (refused: Refused) => {
    if (refused.status === 'over') return leaveFor(refused.stage);
    if (refused.status === 'to-verify') return leaveFor('paying');
    if (refused.purchase) await setPurchase(refused.purchase);
    let { refusal: shown } = refused;
    if (refused.stale) {
      const again = await readAgain(latest.current);
      if (again.status === 'over') return leaveFor(again.stage);
      if (again.status === 'changed') {
        await setPurchase(again.purchase);
        if (shown.kind === 'places_lost') shown = { ...shown, total: again.purchase.totals?.total };
      }
    }
    setRefusal(shown);
  };

  const change = async (act: (purchase: Purchase) => Promise<Changed>) => {
    setChanging(true);
    setRefusal(null);
    const result = await act(latest.current);
    if (result.status === 'changed' && isEmpty(result.purchase)) {
      // Giving back the last place ends the purchase and its clock (ER-003).
      setOver(result.purchase);
      await purchaseClock.cancel(messages.cancelled, 'cart');
    } else if (result.status === 'changed') await setPurchase(result.purchase);
    else if (result.status === 'log-in') logIn(result.failed);
    else await refuse(result);
    setChanging(false);
  };

  return { purchase, setPurchase, changing, change, refusal, setRefusal, refuse, logIn };
}

/** Without places and products there is nothing to pay. */
export const isEmpty = ({ performances, products = [] }: Purchase): boolean =>
  products.length === 0 && performances.every(({ places = [] }) => places.length === 0);

/** The payment methods; read again when the total becomes zero or stops being zero, and after one gave no answer or a balance was spent. */
export function usePaymentMethods(opened: readonly PaymentMethod[], { purchase, setPurchase, refusal }: ReturnType<typeof useCheckout>) {
  const free = costsNothing(purchase);
  const [listed, setListed] = useState({ free, methods: opened });
  const asking = listed.free !== free;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the methods depend only on whether it costs something
  useEffect(() => {
    if (!asking) return;
    let abandoned = false;
    void readMethods(purchase).then(async (methods) => {
      const first = firstMethod(methods);
      const chosen = first && !abandoned ? await chooseMethod(purchase, first.id) : undefined;
      if (abandoned) return;
      setListed({ free, methods });
      if (chosen?.status === 'changed') await setPurchase(chosen.purchase);
    });
    return () => {
      abandoned = true;
    };
  }, [asking, free]);

  const isStale = refusal?.kind === 'text' && (refusal.text === 'payment.method down' || refusal.text === 'payment.balance too low');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!isStale) return;
    let abandoned = false;
    void readMethods(purchase).then(async (methods) => {
      const first = firstMethod(methods);
      if (abandoned || !first) return;
      setListed((before) => (before.free === free ? { free, methods } : before));
      // A balance that does not cover it any more: the server knows the next one, too.
      if (methods.some(({ id }) => id === purchase.paymentMethodId)) return;
      const chosen = await chooseMethod(purchase, first.id);
      if (!abandoned && chosen.status === 'changed') await setPurchase(chosen.purchase);
    });
    return () => {
      abandoned = true;
    };
  }, [refusal]);

  const methods = asking ? [] : listed.methods;
  return { methods, asking, method: methods.find(({ id }) => id === purchase.paymentMethodId) ?? firstMethod(methods) };
}
