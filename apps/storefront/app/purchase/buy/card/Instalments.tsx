import type { InstalmentPlan } from '@butaca/contract';
import { useFrame, useMoney } from '../../../frame/use-frame.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Choice } from '../Choice.tsx';
import { buyTexts } from '../texts.ts';
import styles from './Card.module.css';
import type { KnownCard } from './use-card-kind.ts';

interface InstalmentsProps {
  readonly known: KnownCard;
  readonly chosen: number;
  readonly onChoose: (instalments: number) => void;
}

/** In how many payments, each with its amount, the total, and the yearly rates that the law wants beside them (EN-104). */
export function Instalments({ known, chosen, onChoose }: InstalmentsProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const { price } = useFrame().brand.locale;
  const percent = (rate: number) =>
    new Intl.NumberFormat(price, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rate).concat(' %');

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
          text: ratesOf(plan),
        }))}
      />
      {plans.length === 1 && <p className={styles.note}>{t(known.kind.kind === 'debit' ? 'instalments.debit' : 'instalments.one')}</p>}
    </div>
  );

  function ratesOf({ instalments, total, annualRate, totalCostRate }: InstalmentPlan): string {
    if (instalments === 1) return t('instalments.cash');
    const rates = { tea: percent(annualRate), cftea: percent(totalCostRate), total: money(total) };
    return t(totalCostRate === 0 ? 'instalments.rates.none' : 'instalments.rates', rates);
  }
}
