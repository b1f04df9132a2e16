import type { InstalmentPlan, PaymentMethod, SavedCard } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFrame, useMoney } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import buyStyles from '../Buy.module.css';
import type { BuyProblems } from '../buy-form.ts';
import { type BalanceChoice, MethodChoice } from '../MethodChoice.tsx';
import type { KnownPayer } from '../open-checkout.ts';
import styles from './Card.module.css';
import { CardFields } from './CardFields.tsx';
import { CardPromotions } from './CardPromotions.tsx';
import { FramedCards, type FramedCardsProps } from './FramedCards.tsx';
import { KeptCards } from './KeptCards.tsx';
import { knownBrands } from './known-brands.ts';
import type { KnownCard } from './known-card.ts';

interface CardSectionProps {
  readonly methods: readonly PaymentMethod[];
  readonly method: PaymentMethod | undefined;
  readonly onMethod: (id: number) => Promise<void>;
  readonly known: KnownCard;
  readonly payer: KnownPayer;
  readonly problems: BuyProblems;
  /** Of the purchase, in minor units. */
  readonly total: number;
  /** What the balance may pay of it beside the card. */
  readonly beside?: BalanceChoice | undefined;
  readonly onBin: (bin: string | null) => void;
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
  readonly instalments: number;
  readonly onInstalments: (instalments: number) => void;
  /** The kept card that is paid with; undefined for another one. */
  readonly kept?: SavedCard | undefined;
  /** It is charged at once: there are no instalments to choose. */
  readonly inOnePayment?: boolean;
  /** Beside the choice of the method. */
  readonly children?: ReactNode;
  /** Left out where nobody's kept cards are paid with: by a link. */
  readonly onKept?: (id: string | null) => void;
  /** What cards need that are typed into their provider's form; left out where none can be saved. */
  readonly framed?: Pick<FramedCardsProps, 'purchaseId' | 'readCards'>;
}

/** As many as the provider is asked to keep for a buyer. */
const MOST_KEPT = 10;

/** How it is paid: the method where there are several, the card, its instalments (SC-006, SC-007). */
export function CardSection({
  methods,
  method,
  onMethod,
  known,
  payer,
  problems,
  onBin,
  onCorrected,
  kept,
  onKept,
  inOnePayment = false,
  children,
  framed,
  ...rest
}: CardSectionProps) {
  const { t } = useTranslation(buyTexts);
  const { named, more } = knownBrands(method?.brands ?? []);
  const isCard = method?.kind === 'card';
  const keptCards = (isCard && method.cards) || [];
  // What was typed lives in these inputs alone: they stay in the page while another method is looked at.
  const [wasCard, setWasCard] = useState(isCard);
  if (isCard && !wasCard) setWasCard(true);
  const shown = known.status === 'refused' && !problems.number ? { ...problems, number: 'not_accepted' } : problems;
  return (
    <section className={buyStyles.section}>
      <h2>{t('payment.title')}</h2>
      <MethodChoice {...{ methods, method, onMethod, problems, kept }} total={rest.total} beside={rest.beside} />
      {method && !isCard && method.savedCards && onKept && framed && (
        <FramedCards key={method.id} {...framed} method={method} chosen={kept} onChoose={onKept} />
      )}
      {children}
      {wasCard && (
        <div className={styles.card} hidden={!isCard}>
          <div className={styles.assurance}>
            <Lock />
            <p>
              {t('payment.safe')}
              {methods.length === 1 && named.length > 0 && (
                <span className={styles.brands}>{t(more ? 'payment.brands.more' : 'payment.brands', { brands: named.join(', ') })}</span>
              )}
            </p>
          </div>
          {method?.promotions && <CardPromotions offered={method.promotions} known={known} total={rest.total} />}
          {onKept && keptCards.length > 0 && (
            <KeptCards cards={keptCards} chosen={kept} onChoose={onKept} known={known} problem={problems.code} />
          )}
          <div className={styles.typed} hidden={kept !== undefined}>
            <CardFields known={known} payer={payer} problems={kept ? {} : shown} onBin={onBin} onCorrected={onCorrected} />
            {method?.savedCards && method.cards && keptCards.length < MOST_KEPT && <Checkbox name="keepCard" label={t('kept.keep')} />}
          </div>
          {!inOnePayment && <Instalments known={known} chosen={rest.instalments} onChoose={rest.onInstalments} />}
        </div>
      )}
    </section>
  );
}

const Lock = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
  </svg>
);

interface InstalmentsProps {
  readonly known: KnownCard;
  readonly chosen: number;
  readonly onChoose: (instalments: number) => void;
}

/** In how many payments, each with its amount, the total, and where the law wants them the yearly rates (EN-104). */
function Instalments({ known, chosen, onChoose }: InstalmentsProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();

  if (known.status === 'refused') return null;
  if (known.status === 'no-answer') {
    return (
      <div className={styles.silent}>
        <p className={styles.note} aria-live="polite">
          {t(known.isAsking ? 'instalments.asking' : 'instalments.silent')}
        </p>
        <Button kind="secondary" small busy={known.isAsking} onClick={known.askAgain}>
          {t('instalments.again')}
        </Button>
      </div>
    );
  }
  if (known.status !== 'known') {
    return (
      <p className={styles.note} aria-live="polite">
        {t(known.status === 'none' ? 'instalments.later' : 'instalments.asking')}
      </p>
    );
  }
  const { plans } = known.kind;
  return (
    <div className={styles.plans}>
      <RadioGroup
        name="instalments"
        legend={t('instalments')}
        chosen={chosen}
        onChoose={onChoose}
        options={plans.map((plan) => ({
          value: plan.instalments,
          title: t('instalments.of', { count: plan.instalments, amount: money(plan.amount) }),
          text: <Rates plan={plan} />,
        }))}
      />
      {plans.length === 1 && <p className={styles.note}>{t(known.kind.kind === 'debit' ? 'instalments.debit' : 'instalments.one')}</p>}
    </div>
  );
}

/** The yearly rates beside the instalments, and what all of them come to. */
export function Rates({ plan: { instalments, total, annualRate, totalCostRate } }: { plan: InstalmentPlan }) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const { locale, flags } = useFrame().brand;
  if (instalments === 1) return t('instalments.cash');
  const percent = (rate: number) =>
    `${new Intl.NumberFormat(locale.price, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rate)} %`;
  const pieces = [
    ...(totalCostRate === 0 ? [t('instalments.free')] : []),
    ...(flags.creditRates
      ? [t('instalments.tea', { rate: percent(annualRate) }), t('instalments.cftea', { rate: percent(totalCostRate) })]
      : []),
    t('instalments.total', { total: money(total) }),
  ];
  return (
    <span className={styles.pieces}>
      {pieces.map((piece) => (
        <span key={piece} className={styles.piece}>
          {piece}
        </span>
      ))}
    </span>
  );
}
