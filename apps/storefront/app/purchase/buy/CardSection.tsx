import type { PaymentMethod } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Buy.module.css';
import type { BuyProblems } from './buy-form.ts';
import { Choice } from './Choice.tsx';
import { CardFields } from './card/CardFields.tsx';
import { Instalments } from './card/Instalments.tsx';
import { knownBrands } from './card/known-brands.ts';
import type { KnownCard } from './card/use-card-kind.ts';
import type { KnownPayer } from './open-checkout.ts';
import { buyTexts } from './texts.ts';

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
