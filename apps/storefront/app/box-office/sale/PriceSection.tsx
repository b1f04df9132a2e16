import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { PriceObstacle, Purchase } from '@butaca/contract';
import { changePrice } from '@butaca/contract/payment';
import { LOWERED_AT_COUNTER } from '@butaca/contract/purchase';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Cash.module.css';
import { readAmount } from './cash.ts';

interface PriceSectionProps {
  readonly purchase: Purchase;
  readonly onPurchase: (purchase: Purchase) => void;
  /** Why the sale was refused for its price. */
  readonly obstacle: PriceObstacle | null;
  /** The sale is being made. */
  readonly selling: boolean;
}

/** Whether this brand's clerks may sell for less, or give tickets away. */
export const useMayChangePrice = (): boolean => {
  const { loweredTicketsPerDay, complimentaryTicketsPerDay } = useFrame().brand.boxOffice;
  return loweredTicketsPerDay + complimentaryTicketsPerDay > 0;
};

/** Another price for each ticket, for a reason; one that was lowered can go back. */
export function PriceSection({ purchase, onPurchase, obstacle, selling }: PriceSectionProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const [form, setForm] = useState<'never' | 'open' | 'closed'>('never');
  const isLowered = purchase.performances.some(({ promotions }) => promotions?.some((each) => each.id === LOWERED_AT_COUNTER));
  if (!useMayChangePrice()) return null;
  return (
    <section className={styles.price} aria-label={t('price')} inert={selling}>
      {obstacle !== null && <Notice kind="warning">{t(`price.${obstacle}`)}</Notice>}
      {form === 'open' ? (
        <PriceForm
          purchase={purchase}
          isLowered={isLowered}
          onDone={(changed) => {
            setForm('closed');
            if (changed) onPurchase(changed);
          }}
        />
      ) : (
        <Button kind="secondary" small aria-keyshortcuts="F10" autoFocus={form === 'closed'} onClick={() => setForm('open')}>
          {t('price.open')}
        </Button>
      )}
    </section>
  );
}

type Text = TextKey<typeof boxOfficeTexts>;

interface PriceFormProps {
  readonly purchase: Purchase;
  readonly isLowered: boolean;
  /** With the purchase, if it has changed. */
  readonly onDone: (changed?: Purchase) => void;
}

function PriceForm({ purchase: { id }, isLowered, onDone }: PriceFormProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const [problems, setProblems] = useState<{ price?: Text; reason?: Text }>({});
  const [busy, setBusy] = useState(false);
  const click = useClickKey();
  const price = useRef<HTMLInputElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  useFirstFocus(price);

  async function change(body: { price?: number; reason?: string }) {
    setBusy(true);
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(changePrice, { params: { purchaseId: id }, body }, { purpose: 'charging' });
    setBusy(false);
    if (outcome.status === 'ok') return onDone(outcome.data);
    const isRefused = outcome.status === 'refusal' && outcome.failure === 'price_refused';
    setProblems({ price: isRefused ? `price.${outcome.data.obstacle}` : 'price.failed' });
    price.current?.focus();
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const amount = readAmount(price.current?.value ?? '', brand.locale);
    const why = typedText(reason.current?.value ?? '');
    setProblems({ ...(amount === null ? { price: 'cash.invalid' } : {}), ...(why === '' ? { reason: 'sales.reason.missing' } : {}) });
    if (amount === null) return price.current?.focus();
    if (why === '') return reason.current?.focus();
    if (!busy) void change({ price: amount, reason: why });
  };

  return (
    <form className={styles.priceForm} onSubmit={submit} noValidate>
      <FieldGrid>
        <Field
          ref={price}
          name="price"
          label={t('price.each')}
          hint={t('price.each.hint')}
          inputMode="decimal"
          autoComplete="off"
          error={problems.price && t(problems.price)}
        />
        <Field
          ref={reason}
          name="price-reason"
          label={t('sales.reason')}
          hint={t('price.reason.hint')}
          maxLength={300}
          autoComplete="off"
          error={problems.reason && t(problems.reason)}
        />
      </FieldGrid>
      <div className={styles.priceWays}>
        <Button type="submit" small busy={busy}>
          {t('price.submit')}
        </Button>
        {isLowered && (
          <Button kind="secondary" small onClick={() => void change({})}>
            {t('price.back')}
          </Button>
        )}
        <Button kind="quiet" small onClick={() => onDone()}>
          {t('price.cancel')}
        </Button>
      </div>
    </form>
  );
}
