import { type FormEvent, useRef, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useCaptcha } from '../../login/use-captcha.ts';
import { useBuyScreenGuard } from '../clock/use-buy-screen-guard.ts';
import styles from './Buy.module.css';
import { CardSection } from './CardSection.tsx';
import { useCardKind } from './card/use-card-kind.ts';
import { chooseMethod } from './change-purchase.ts';
import { costsNothing } from './costs-nothing.ts';
import { DeliveryChoice } from './DeliveryChoice.tsx';
import { FreeSection } from './FreeSection.tsx';
import type { Checkout } from './open-checkout.ts';
import { PaySection } from './PaySection.tsx';
import { PurchaseOver } from './PurchaseOver.tsx';
import { SummarySection } from './SummarySection.tsx';
import { TroubleNotice } from './TroubleNotice.tsx';
import { buyTexts } from './texts.ts';
import { useBuyForm } from './use-buy-form.ts';
import { isEmpty, useCheckout } from './use-checkout.ts';
import { usePay } from './use-pay.ts';
import { usePaymentMethods } from './use-payment-methods.ts';

/** S-10: what is bought, how it arrives, how it is paid, and one button. */
export function BuyScreen({ checkout: opened }: { checkout: Checkout }) {
  const { t } = useTranslation(buyTexts);
  const { brand } = useFrame();
  const captcha = useCaptcha();
  useBuyScreenGuard({ purchaseId: opened.purchase.id });
  const checkout = useCheckout(opened.purchase);
  const { purchase, changing, change } = checkout;
  const form = useRef<HTMLFormElement>(null);
  const [bin, setBin] = useState<string | null>(null);
  const [instalments, setInstalments] = useState(1);

  const { methods, method, asking } = usePaymentMethods(opened.paymentMethods, checkout);
  const free = costsNothing(purchase);
  const known = useCardKind({
    purchaseId: purchase.id,
    paymentMethodId: method?.id,
    bin: free ? null : bin,
    total: purchase.totals?.total ?? 0,
  });
  const plans = known.status === 'known' ? known.kind.plans : [];
  const plan = plans.find((each) => each.instalments === instalments) ?? plans[0];

  const buyForm = useBuyForm({
    free,
    deliveryChosen: purchase.deliveryTypeId !== undefined || opened.deliveryTypes.length === 0,
    lengths: known.status === 'known' ? known.kind.numberLengths : undefined,
  });
  const { paying, press } = usePay({
    checkout,
    captcha: captcha.take,
    onFields: (problems) => form.current && buyForm.refuse(form.current, problems),
  });

  // What is paid is what is shown: while a total or its instalments are on their way there is nothing to agree to.
  const settling = changing || asking || known.status === 'asking';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = buyForm.send(event.currentTarget);
    if (values && method && !settling) void press({ purchase, method, form: values, instalments: plan?.instalments ?? 1 });
  };

  if (purchase.stage !== 'open' || isEmpty(purchase))
    return <PurchaseOver purchase={purchase} performance={opened.purchase.performances[0]} />;
  return (
    <main id="main" className={styles.buy}>
      <title>{`${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('title')}</h1>
      <SummarySection purchase={purchase} plan={plan} changing={changing || paying} change={change} />
      <form
        ref={form}
        className={styles.form}
        method="post"
        noValidate
        onSubmit={submit}
        onBlur={buyForm.left}
        onInput={buyForm.changed}
        onFocus={captcha.prepare}
      >
        <TroubleNotice trouble={checkout.trouble} />
        <div className={styles.sections} inert={paying}>
          <DeliveryChoice
            types={opened.deliveryTypes}
            chosen={purchase.deliveryTypeId}
            problem={buyForm.problems.delivery}
            waiting={changing}
            change={change}
          />
          {free && <FreeSection />}
          {!free && !asking && (
            <CardSection
              methods={methods}
              method={method}
              onMethod={(id) => change((current) => chooseMethod(current, id))}
              known={known}
              payer={opened.payer}
              problems={buyForm.problems}
              onBin={setBin}
              onCorrected={buyForm.changed}
              instalments={plan?.instalments ?? 1}
              onInstalments={setInstalments}
            />
          )}
        </div>
        {(method || asking) && (
          <PaySection purchase={purchase} plan={plan} free={free} paying={paying} changing={settling} problem={buyForm.problems.terms} />
        )}
      </form>
    </main>
  );
}
