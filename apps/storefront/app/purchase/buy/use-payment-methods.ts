import type { PaymentMethod } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { chooseMethod, readMethods } from './change-purchase.ts';
import { costsNothing } from './costs-nothing.ts';
import type { useCheckout } from './use-checkout.ts';

/** How it can be paid; asked for again when it comes to cost nothing, or something again. */
export function usePaymentMethods(opened: readonly PaymentMethod[], { purchase, setPurchase }: ReturnType<typeof useCheckout>) {
  const free = costsNothing(purchase);
  const [listed, setListed] = useState({ free, methods: opened });
  const asking = listed.free !== free;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what it costs decides; any other change leaves the methods as they are
  useEffect(() => {
    if (!asking) return;
    let abandoned = false;
    void readMethods(purchase).then(async (methods) => {
      const [first] = methods;
      const chosen = first && !abandoned ? await chooseMethod(purchase, first.id) : undefined;
      if (abandoned) return;
      setListed({ free, methods });
      if (chosen?.status === 'changed') await setPurchase(chosen.purchase);
    });
    return () => {
      abandoned = true;
    };
  }, [asking, free]);

  const methods = asking ? [] : listed.methods;
  return { methods, asking, method: methods.find(({ id }) => id === purchase.paymentMethodId) ?? methods[0] };
}
