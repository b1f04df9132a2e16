import type { InstalmentPlan, PaymentMethod, Purchase } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { FormEvent } from 'react';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import { pathTo } from '../../paths.ts';
import styles from './Buy.module.css';
import type { BuyProblems } from './buy-form.ts';
import { Choice } from './Choice.tsx';
import { CardFields } from './card/CardFields.tsx';
import { Instalments } from './card/Instalments.tsx';
import { knownBrands } from './card/known-brands.ts';
import type { KnownCard } from './card/use-card-kind.ts';
import type { KnownPayer } from './open-checkout.ts';
import { ProblemText } from './problem-text.tsx';

interface CardSectionProps {
  readonly methods: readonly PaymentMethod[];
  readonly method: PaymentMethod | undefined;
  readonly onMethod: (id: number) => Promise<void>;
  readonly known: KnownCard;
  readonly payer: KnownPayer;
  readonly problems: BuyProblems;
  readonly onBin: (bin: string | null) => void;
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
  readonly instalments: number;
  readonly onInstalments: (instalments: number) => void;
}

/** How it is paid: the method where there are several, the card, its instalments (SC-006, SC-007). */
export function CardSection({ methods, method, onMethod, known, payer, problems, onBin, onCorrected, ...rest }: CardSectionProps) {
  const { t } = useTranslation(buyTexts);
  const { named, more } = knownBrands(method?.brands ?? []);
  const shown = known.status === 'refused' && !problems.number ? { ...problems, number: 'not_accepted' } : problems;
  return (
    <section className={styles.section}>
      <h2>{t('payment.title')}</h2>
      {!method && <Notice kind="warning">{t('payment.none')}</Notice>}
      {methods.length > 1 && (
        <Choice
          name="paymentMethodId"
          legend={t('payment.method')}
          chosen={method?.id}
          onChoose={onMethod}
          options={methods.map(({ id, name, brands }) => ({ value: id, title: name, text: knownBrands(brands).named.join(', ') }))}
        />
      )}
      {method && (
        <>
          <div className={styles.assurance}>
            <Lock />
            <p>
              {t('payment.safe')}
              {methods.length === 1 && method.brands.length > 0 && (
                <span className={styles.brands}>{t(more ? 'payment.brands.more' : 'payment.brands', { brands: named.join(', ') })}</span>
              )}
            </p>
          </div>
          <CardFields known={known} payer={payer} problems={shown} onBin={onBin} onCorrected={onCorrected} />
          <Instalments known={known} chosen={rest.instalments} onChoose={rest.onInstalments} />
        </>
      )}
    </section>
  );
}

const Lock = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
  </svg>
);

interface PaySectionProps {
  readonly purchase: Purchase;
  readonly plan: InstalmentPlan | undefined;
  /** There is nothing to pay: the button confirms. */
  readonly free: boolean;
  readonly paying: boolean;
  readonly changing: boolean;
  /** Of the terms box. */
  readonly problem: string | undefined;
}

/** The terms, the amount and the button; without accepted terms nothing is sent (C-14, VA-034). */
export function PaySection({ purchase, plan, free, paying, changing, problem }: PaySectionProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const { links, withdrawal } = useFrame().brand;
  const total = money(plan?.total ?? purchase.totals?.total ?? 0);
  // The links open another tab: leaving this one would lose what was typed.
  const elsewhere = { target: '_blank', rel: 'noopener' } as const;
  return (
    <section className={styles.pay} aria-label={t(free ? 'confirm.section' : 'pay.section')}>
      <div inert={paying}>
        <Checkbox
          name="terms"
          label={
            <>
              {t('terms.accept')}{' '}
              <a href={pathTo('termsAndConditions', {})} {...elsewhere}>
                {t('terms.link')}
              </a>
            </>
          }
          error={problem && <ProblemText field="terms" reason={problem} />}
          required
        />
      </div>
      {plan && plan.instalments > 1 && (
        <p className={styles.inInstalments}>{t('pay.instalments', { count: plan.instalments, amount: money(plan.amount), total })}</p>
      )}
      <Button type="submit" wide busy={paying || changing}>
        {paying ? t(free ? 'confirm.busy' : 'pay.busy') : free ? t('confirm') : t('pay', { total })}
      </Button>
      <p className={styles.status} role="status">
        {paying && t(free ? 'confirm.stay' : 'pay.stay')}
      </p>
      <p className={styles.law}>
        {withdrawal ? t('withdrawal.text', { days: withdrawal.days, hours: withdrawal.hoursBefore }) : t('withdrawal.terms')}{' '}
        <a href={pathTo('withdrawal', {})} {...elsewhere}>
          {links.withdrawal.name}
        </a>
      </p>
    </section>
  );
}
