import { useClickKey } from '@butaca/browser/click-key.ts';
import type { PaymentMethod, Purchase, SavedCard } from '@butaca/contract';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { pathTo } from '../../paths.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { deviceFacts } from '../device-facts.ts';
import { useStayWhile } from '../layout/leaving.ts';
import type { BuyForm, BuyProblems } from './buy-form.ts';
import { tokenOfCard } from './card/card-token.ts';
import { type ChargedCard, type PayResult, pay } from './pay.ts';
import { lostSince } from './refusals.ts';
import type { useCheckout } from './use-checkout.ts';

interface Options {
  readonly checkout: ReturnType<typeof useCheckout>;
  readonly captcha: () => Promise<string | undefined>;
  readonly onFields: (problems: BuyProblems) => void;
  /** With this card the purchase costs something else than was shown. */
  readonly onOtherTotal: (card: ChargedCard) => void;
}

/** Pays once per press. While it runs, a second press does nothing and the page cannot be left (C-02). */
export function usePay({ checkout, captcha, onFields, onOtherTotal }: Options) {
  const navigate = useNavigate();
  const [paying, setPaying] = useState(false);
  const running = useRef(false);
  const click = useClickKey();
  useStayWhile(running);

  const press = async (order: {
    purchase: Purchase;
    method: PaymentMethod;
    form: BuyForm;
    instalments: number;
    kept?: SavedCard | undefined;
    fromBalance: number;
    firstPart?: number | undefined;
  }) => {
    if (running.current) return;
    running.current = true;
    setPaying(true);
    checkout.setRefusal(null);
    const result = await pay(
      {
        call: (await loadClient()).call,
        captcha,
        click,
        device: () => Object.entries(deviceFacts()).map(([name, value]) => ({ name, value })),
        tokenOf: (method, form, kept) =>
          tokenOfCard(method, kept ? { exchange: kept.exchange ?? '', code: form.code } : form, (input, init) => fetch(input, init)),
        startCharge: purchaseClock.charging,
      },
      order,
    );
    running.current = false;
    await show(result, order.purchase);
  };

  async function show(result: PayResult, before: Purchase) {
    switch (result.status) {
      case 'approved':
        await purchaseClock.paid(before.id);
        return void navigate(pathTo('BuyTicketOk', { purchaseId: before.id }), { replace: true });
      case 'redirect':
        purchaseClock.chargeToVerify();
        // The browser's "back" may show this page as it was left: the payment goes on where it is known what became of it.
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) void navigate(pathTo('payConfirm', {}, { purchase: before.id }), { replace: true });
        });
        return window.location.assign(result.url);
      case 'to-verify':
        purchaseClock.chargeToVerify();
        return void navigate(pathTo('payConfirm', {}, { purchase: before.id }), { replace: true });
    }
    await purchaseClock.chargeEnded(result.status === 'declined' ? result.purchase : undefined);
    // At once: what is wrong gets the focus, and nothing can have it in a form that is still inert.
    flushSync(() => setPaying(false));
    switch (result.status) {
      case 'log-in':
        return checkout.logIn();
      case 'fields':
        return onFields(result.problems);
      case 'declined':
        await checkout.setPurchase(result.purchase);
        return checkout.setRefusal({
          kind: 'declined',
          message: result.message,
          method: result.method,
          triesLeft: result.triesLeft,
          lost: lostSince(before, result.purchase),
          total: result.purchase.totals?.total,
        });
      default:
        if (result.status === 'refusal' && result.charged) onOtherTotal(result.charged);
        return checkout.refuse(result);
    }
  }

  return { paying, press };
}
