import type { InstalmentPlan } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import { Choice } from '../Choice.tsx';
import styles from './Card.module.css';
import type { KnownCard } from './use-card-kind.ts';

interface InstalmentsProps {
  readonly known: KnownCard;
  readonly chosen: number;
  readonly onChoose: (instalments: number) => void;
}

/** In how many payments, each with its amount, the total, and where the law wants them the yearly rates (EN-104). */
export function Instalments({ known, chosen, onChoose }: InstalmentsProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();

  if (known.status === 'refused') return null;
  if (known.status !== 'known') {
    return (
      <p className={styles.note} aria-live="polite">
        {t(known.status === 'none' ? 'instalments.later' : known.status === 'asking' ? 'instalments.asking' : 'instalments.silent')}
      </p>
    );
  }
  const { plans } = known.kind;
  return (
    <div className={styles.plans}>
      <Choice
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
function Rates({ plan: { instalments, total, annualRate, totalCostRate } }: { plan: InstalmentPlan }) {
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
