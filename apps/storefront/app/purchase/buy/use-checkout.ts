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

/**
 * The payment methods; read again when the total changes, because what a balance covers and what a wallet takes in another currency follow
 * from it, and after one gave no answer or a balance was spent. While it is not known whether anything is to be paid none are offered.
 */
export function usePaymentMethods(opened: readonly PaymentMethod[], { purchase, setPurchase, refusal }: ReturnType<typeof useCheckout>) {
  const free = costsNothing(purchase);
  const total = purchase.totals?.total ?? 0;
  const [listed, setListed] = useState({ free, total, methods: opened });
  const asking = listed.free !== free;
  const isReading = listed.total !== total;
  const isStale = refusal?.kind === 'text' && STALE.has(refusal.text);
  const staleBy = isStale ? refusal : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each total and each refusal
  useEffect(() => {
    if (!asking && !isReading && !staleBy) return;
    let abandoned = false;
    void readMethods(purchase).then(async (read) => {
      if (abandoned) return;
      // Without an answer the list stays; one for another kind of purchase is none.
      const methods = read.length > 0 || asking ? read : listed.methods;
      const first = firstMethod(methods);
      const isOffered = methods.some(({ id }) => id === purchase.paymentMethodId);
      // The server knows the next one, too.
      const chosen = first && !isOffered ? await chooseMethod(purchase, first.id) : undefined;
      if (abandoned) return;
      setListed({ free, total, methods });
      if (chosen?.status === 'changed') await setPurchase(chosen.purchase);
    });
    return () => {
      abandoned = true;
    };
  }, [free, total, staleBy]);

  const readAgain = async () => {
    const methods = await readMethods(purchase);
    if (methods.length > 0) setListed((before) => ({ ...before, methods }));
    return methods;
  };

  const methods = asking ? [] : listed.methods;
  const method = methods.find(({ id }) => id === purchase.paymentMethodId) ?? firstMethod(methods);
  return { methods, asking, isReading, method, readAgain };
}

/** Refusals after which other methods may be offered. */
const STALE: ReadonlySet<string> = new Set(['payment.method down', 'payment.balance too low', 'payment.balance part too low']);
