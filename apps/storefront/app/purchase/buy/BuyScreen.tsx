import type { Purchase, PurchasePerformance } from '@butaca/contract';
import type { Address } from '@butaca/contract/account';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { AccountMailbox } from '../../account/mailbox/AccountMailbox.tsx';
import { Statement } from '../../frame/Statement.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import clockTexts from '../../i18n/es/clock.json';
import { useCaptcha } from '../../login/use-captcha.ts';
import { pathTo } from '../../paths.ts';
import { BillReceiverSection } from '../bill-receiver/BillReceiverSection.tsx';
import { useBillReceiver } from '../bill-receiver/use-bill-receiver.ts';
import { type Choice, endChosen, pressAgain, useChosenBefore } from '../clock/chosen-before.ts';
import { lastPerformance, pathAfterMessage, useBuyScreenGuard } from '../clock/exits.ts';
import { SharePayLink } from '../link/SharePayLink.tsx';
import styles from './Buy.module.css';
import { askOtherCard, useBuyForm } from './buy-form.ts';
import { CartPanel } from './CartPanel.tsx';
import { CardSection } from './card/CardSection.tsx';
import type { KnownCard } from './card/known-card.ts';
import { useCardKind } from './card/use-card-kind.ts';
import { chooseDelivery, chooseMethod, costsNothing } from './change-purchase.ts';
import { DeliverySection } from './DeliverySection.tsx';
import { NewAddress, wasTypingAddress } from './NewAddress.tsx';
import type { Checkout } from './open-checkout.ts';
import { PaySection } from './PaySection.tsx';
import type { ChargedCard } from './pay.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { ShownRefusal } from './refusals.ts';
import { SummarySection } from './SummarySection.tsx';
import { amountTyped, isWithin, TwoCards } from './TwoCards.tsx';
import { isEmpty, useCheckout, usePaymentMethods } from './use-checkout.ts';
import { usePay } from './use-pay.ts';

const ProveAddress = lazy(() => import('../../account/mailbox/ProveAddress.tsx'));

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
  // The first kept card, until the buyer chooses; null for one that is typed.
  const [keptId, setKeptId] = useState<string | null | undefined>(undefined);
  const [instalments, setInstalments] = useState(1);
  const [usesBalance, setUsesBalance] = useState(false);
  const [firstTyped, setFirstTyped] = useState<string | null>(null);
  const [charged, setCharged] = useState<ChargedCard | null>(null);
  const [addresses, setAddresses] = useState<readonly Address[]>(opened.payer.addresses ?? []);
  const [added, setAdded] = useState<Address | null>(null);
  const [typesAddress, setTypesAddress] = useState(wasTypingAddress);
  const [payer, setPayer] = useState(opened.payer);
  const [isProved, setProved] = useState(false);

  const { methods, method, asking, isReading, readAgain } = usePaymentMethods(opened.paymentMethods, checkout);
  const free = costsNothing(purchase);
  const card = !free && method?.kind === 'card';
  const keptCards = (!free && method?.cards) || [];
  const kept = keptId === undefined ? keptCards[0] : keptCards.find(({ id }) => id === keptId);
  const total = purchase.totals?.total ?? 0;
  // A price that fell below the balance meanwhile is not paid in two parts.
  const beside = !free && method?.kind !== 'balance' && (method?.balance ?? 0) < total ? (method?.balance ?? 0) : 0;
  const fromBalance = usesBalance ? beside : 0;
  // By link a card pays, whichever method was chosen here.
  const ofCards = methods.find(({ kind }) => kind === 'card')?.balance ?? 0;
  // A price is divided once: by a balance or between two cards.
  const bounds = card && fromBalance === 0 ? method.firstPart : undefined;
  const firstPart = bounds && firstTyped !== null ? amountTyped(firstTyped) : undefined;
  const { confirmAddress } = brand.login;
  // Where the account could not be read, its refusal says so.
  const isUnproved = isProved || payer.isEmailConfirmed === false || isAddressRefused(checkout.refusal);
  const needsAddress = isUnproved && (confirmAddress === 'all' || (confirmAddress === 'free' && free));
  const cardBin = card ? (kept?.bin ?? bin) : null;
  const known = useCardKind({
    purchaseId: purchase.id,
    paymentMethodId: method?.id,
    bin: cardBin,
    lastFour: charged?.bin === cardBin ? charged?.lastFour : undefined,
    asked: askedOf(purchase),
    fromBalance,
  });
  // What only a card is offered is not had for a part of the price.
  const priced = firstPart === undefined ? pricedWith(purchase, known) : purchase;
  const plans = known.status === 'known' ? known.kind.plans : [];
  const plan = card && firstPart === undefined ? (plans.find((each) => each.instalments === instalments) ?? plans[0]) : undefined;

  const buyForm = useBuyForm({
    card: card && !kept,
    kept: card && kept !== undefined,
    phone: !free && method?.phoneCountry !== undefined,
    firstPartIsOff: bounds !== undefined && firstPart !== undefined && !isWithin(firstPart, bounds),
    deliveryChosen: purchase.deliveryTypeId !== undefined || opened.deliveryTypes.length === 0,
    lengths: known.status === 'known' ? known.kind.numberLengths : undefined,
  });
  const { paying, press } = usePay({
    checkout,
    captcha: captcha.take,
    onOtherTotal: setCharged,
    onFields: (problems) => form.current && buyForm.refuse(form.current, problems),
  });

  const asksReceiver = checkout.refusal?.kind === 'bill_receiver_needed' && opened.billing?.namedFrom !== undefined;
  const billing = useBillReceiver({
    purchaseId: purchase.id,
    opened: opened.billing,
    total: priced.totals?.total ?? 0,
    payer,
    refused: asksReceiver ? checkout.refusal : null,
    onLogIn: checkout.logIn,
  });

  // The buyer pays what is shown: while a total or its instalments are loading, the button waits.
  const waitsFor =
    changing || asking || isReading ? 'total' : known.status === 'asking' ? 'instalments' : billing.busy ? 'receiver' : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = buyForm.send(event.currentTarget);
    if (!values || !method || waitsFor || (!free && !(await billing.settle()))) return;
    await press({ purchase: priced, method, form: values, kept, instalments: plan?.instalments ?? 1, fromBalance, firstPart });
  };

  const proved = (email: string) => {
    setProved(true);
    setPayer({ ...payer, email, isEmailConfirmed: true, undelivered: undefined });
    if (isAddressRefused(checkout.refusal)) checkout.setRefusal(null);
  };

  const home = opened.deliveryTypes.find(({ kind }) => kind === 'home');

  if (purchase.stage !== 'open' || isEmpty(purchase))
    return <PurchaseOver purchase={purchase} performance={opened.purchase.performances[0]} />;
  return (
    <main id="main" className={classes(styles.buy, brand.flags.cartAtPayment && styles.withCart)}>
      <title>{`${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('title')}</h1>
      {brand.flags.cartAtPayment && <CartPanel inert={paying} />}
      <SummarySection {...{ purchase, limits: opened.limits, priced, plan, fromBalance }} changing={changing || paying} change={change} />
      <div className={styles.form}>
        {needsAddress && (
          <div inert={paying}>
            <Suspense>
              <ProveAddress onProved={proved} />
            </Suspense>
          </div>
        )}
        <form
          ref={form}
          className={styles.sections}
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          onBlur={buyForm.left}
          onInput={buyForm.changed}
          onFocus={captcha.prepare}
        >
          <RefusalNotice
            refusal={asksReceiver ? null : checkout.refusal}
            {...(card && { onOtherCard: () => askOtherCard(form.current, () => setKeptId(null)) })}
          />
          <div className={styles.sections} inert={paying}>
            <AccountMailbox customer={payer} />
            <DeliverySection
              types={opened.deliveryTypes}
              purchase={purchase}
              addresses={addresses}
              onNewAddress={() => setTypesAddress(true)}
              added={added}
              problem={buyForm.problems.delivery}
              waiting={changing}
              change={change}
            />
            {free && <FreeSection />}
            {!free && !asking && (
              <CardSection
                methods={methods}
                method={method}
                onMethod={(id) => {
                  setKeptId(undefined);
                  return change((current) => chooseMethod(current, id));
                }}
                known={known}
                payer={payer}
                problems={buyForm.problems}
                total={total}
                beside={beside > 0 ? { amount: beside, chosen: usesBalance, onChoose: setUsesBalance } : undefined}
                onBin={setBin}
                onCorrected={buyForm.changed}
                instalments={plan?.instalments ?? 1}
                onInstalments={setInstalments}
                kept={kept}
                onKept={setKeptId}
                inOnePayment={firstPart !== undefined}
                framed={{
                  purchaseId: purchase.id,
                  readCards: async () => (await readAgain()).find(({ id }) => id === method?.id)?.cards,
                }}
              >
                {bounds && (
                  <TwoCards total={total} bounds={bounds} typed={firstTyped} onTyped={setFirstTyped} problem={buyForm.problems.firstPart} />
                )}
              </CardSection>
            )}
            {!free && <BillReceiverSection state={billing} />}
          </div>
          {(method || asking) && (
            <PaySection
              total={priced.totals?.total ?? 0}
              plan={plan}
              fromBalance={fromBalance}
              firstPart={bounds && firstPart !== undefined && isWithin(firstPart, bounds) ? firstPart : undefined}
              free={free}
              paying={paying}
              waitsFor={waitsFor}
              problem={buyForm.problems.terms}
            />
          )}
        </form>
      </div>
      {home && (
        <NewAddress
          open={typesAddress}
          onClose={() => setTypesAddress(false)}
          known={addresses}
          onAdded={async (all, address) => {
            setAddresses(all);
            await change((current) => chooseDelivery(current, { deliveryTypeId: home.id, addressId: address.id }));
            setAdded(address);
          }}
          onLogIn={checkout.logIn}
        />
      )}
      {!free && !paying && (!needsAddress || isProved) && purchase.deliveryTypeId !== undefined && (
        <SharePayLink purchase={purchase} beside={ofCards < total ? ofCards : 0} />
      )}
    </main>
  );
}

const isAddressRefused = (refusal: ShownRefusal | null) => refusal?.kind === 'text' && refusal.text === 'payment.address unconfirmed';

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

interface PurchaseOverProps {
  readonly purchase: Purchase;
  /** Where other places can be chosen. */
  readonly performance: PurchasePerformance | undefined;
}

/** The purchase ran out of time, was cancelled, or has no place left: what happened, and the way to choose again. */
export function PurchaseOver({ purchase, performance }: PurchaseOverProps) {
  const { t } = useTranslation(buyTexts);
  const reason = purchase.stage === 'expired' ? 'expired' : purchase.stage === 'cancelled' ? 'cancelled' : 'empty';
  const { t: tClock } = useTranslation(clockTexts);
  const same = usePlacesOf(purchase);
  if (same) {
    return (
      <Statement title={t(`over.${reason}.title`)} text={t(`over.${reason}.text`)}>
        <LinkButton as={Link} to={same.path} onClick={() => pressAgain(same)}>
          {tClock('again')}
        </LinkButton>
      </Statement>
    );
  }
  // An old purchase names no performance any more; this browser may know the last one.
  const again = performance
    ? pathTo('funcion', {}, { performance: performance.id, hash: performance.hash })
    : pathAfterMessage({ loggedIn: true, box: false, lastPath: lastPerformance() });
  return (
    <Statement title={t(`over.${reason}.title`)} text={t(`over.${reason}.text`)}>
      <LinkButton as={Link} to={again}>
        {t(again === pathTo('cartelera', {}) ? 'over.billboard' : 'over.again')}
      </LinkButton>
    </Statement>
  );
}

/** What this tab knows that a purchase held whose time ran out; this browser ends it a moment before the server does, by cancelling it. */
function usePlacesOf({ id, stage }: Purchase): Choice | undefined {
  const { purchaseId, running, ended } = useChosenBefore();
  const isOver = purchaseId === id && (stage === 'expired' || (stage === 'cancelled' && running.length === 0));
  useEffect(() => {
    if (isOver) endChosen();
  }, [isOver]);
  return isOver ? (running[0] ?? ended[0]) : undefined;
}

/** What the card is asked about: it is asked again when one of these changes. */
const askedOf = ({ performances, totals }: Purchase): string =>
  JSON.stringify([totals?.total, performances.map(({ id, places = [] }) => [id, places.map(({ placeId }) => placeId)])]);

/** As it costs with the card that was typed; promotions may be for cards. */
function pricedWith(purchase: Purchase, known: KnownCard): Purchase {
  const withCard = known.status === 'known' ? known.kind.purchase : undefined;
  return withCard ? { ...purchase, performances: withCard.performances, totals: withCard.totals } : purchase;
}
