import type { DeliveryType, Purchase, PurchasePerformance } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import { useCaptcha } from '../../login/use-captcha.ts';
import { pathTo } from '../../paths.ts';
import { useBuyScreenGuard } from '../clock/exits.ts';
import styles from './Buy.module.css';
import { useBuyForm } from './buy-form.ts';
import { ConfirmAddress } from './ConfirmAddress.tsx';
import { CardSection } from './card/CardSection.tsx';
import { useCardKind } from './card/use-card-kind.ts';
import { type Changed, chooseDelivery, chooseMethod, costsNothing } from './change-purchase.ts';
import type { Checkout } from './open-checkout.ts';
import { PaySection } from './PaySection.tsx';
import { ProblemText } from './ProblemText.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { SummarySection } from './SummarySection.tsx';
import { isEmpty, useCheckout, usePaymentMethods } from './use-checkout.ts';
import { usePay } from './use-pay.ts';

/** S-10: what is bought, how it arrives, how it is paid, and one button. */
export function BuyScreen({ checkout: opened }: { checkout: Checkout }) {
  const { t } = useTranslation(buyTexts);
  const { brand } = useFrame();
  const captcha = useCaptcha('payment');
  useBuyScreenGuard({ purchaseId: opened.purchase.id });
  const checkout = useCheckout(opened.purchase);
  const { purchase, changing, change } = checkout;
  const form = useRef<HTMLFormElement>(null);
  const [bin, setBin] = useState<string | null>(null);
  const [instalments, setInstalments] = useState(1);

  const { methods, method, asking } = usePaymentMethods(opened.paymentMethods, checkout);
  const free = costsNothing(purchase);
  const { confirmAddress } = brand.login;
  const needsAddress = opened.payer.isEmailConfirmed === false && (confirmAddress === 'all' || (confirmAddress === 'free' && free));
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

  // The buyer pays what is shown: while a total or its instalments are loading, the button waits.
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
        <RefusalNotice refusal={checkout.refusal} />
        <div className={styles.sections} inert={paying}>
          <DeliverySection
            types={opened.deliveryTypes}
            chosen={purchase.deliveryTypeId}
            problem={buyForm.problems.delivery}
            waiting={changing}
            change={change}
          />
          {free && <FreeSection />}
          {needsAddress && <ConfirmAddress email={opened.payer.email ?? ''} />}
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

/** Instead of a card, when there is nothing to pay. */
function FreeSection() {
  const { t } = useTranslation(buyTexts);
  return (
    <section className={styles.section}>
      <h2>{t('free.title')}</h2>
      <p>{t('free.text')}</p>
    </section>
  );
}

interface DeliverySectionProps {
  readonly types: readonly DeliveryType[];
  readonly chosen: number | undefined;
  readonly problem: string | undefined;
  readonly waiting: boolean;
  readonly change: (act: (purchase: Purchase) => Promise<Changed>) => Promise<void>;
}

/** How the tickets arrive, each way with what it costs (GE-012). */
function DeliverySection({ types, chosen, problem, waiting, change }: DeliverySectionProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  if (types.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('delivery.title')}</h2>
      <RadioGroup
        name="deliveryTypeId"
        legend={t('delivery.title')}
        legendHidden
        chosen={chosen}
        onChoose={(id) => change((purchase) => chooseDelivery(purchase, id))}
        waiting={waiting}
        error={problem && <ProblemText field="delivery" reason={problem} />}
        options={types.map(({ id, name, description, price }) => ({
          value: id,
          title: name,
          text: description,
          aside: price === 0 ? t('totals.free') : money(price),
        }))}
      />
    </section>
  );
}

interface PurchaseOverProps {
  readonly purchase: Purchase;
  /** Where other places can be chosen. */
  readonly performance: PurchasePerformance | undefined;
}

/** The purchase ran out of time, was cancelled, or has no place left: what happened, and the way to choose again. */
export function PurchaseOver({ purchase, performance }: PurchaseOverProps) {
  const { t } = useTranslation(buyTexts);
  const reason = purchase.stage === 'expired' ? 'expired' : purchase.stage === 'cancelled' ? 'cancelled' : 'empty';
  return (
    <Statement title={t(`over.${reason}.title`)} text={t(`over.${reason}.text`)}>
      {performance && (
        <LinkButton as={Link} to={pathTo('funcion', {}, { performance: performance.id, hash: performance.hash })}>
          {t('over.again')}
        </LinkButton>
      )}
    </Statement>
  );
}
