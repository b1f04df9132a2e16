import { useMediaQuery } from '@butaca/browser/use-media-query.ts';
import type { PaymentMethod, SavedCard } from '@butaca/contract';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import type { BuyProblems } from './buy-form.ts';
import { knownBrands } from './card/known-brands.ts';
import styles from './MethodChoice.module.css';
import { MethodMark } from './MethodMark.tsx';
import { ProblemText } from './ProblemText.tsx';

interface MethodChoiceProps {
  readonly methods: readonly PaymentMethod[];
  readonly method: PaymentMethod | undefined;
  readonly onMethod: (id: number) => Promise<void>;
  readonly problems: BuyProblems;
  /** Of the purchase, in minor units. */
  readonly total: number;
  readonly beside?: BalanceChoice | undefined;
  /** The kept card that is paid with. */
  readonly kept?: SavedCard | undefined;
}

/** A balance that does not cover the purchase, and may pay part of it. */
export interface BalanceChoice {
  /** Minor units. */
  readonly amount: number;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
}

/** Every way to pay of the brand with its mark, wallets first on a phone; nothing to choose where there is one. */
export function MethodChoice({ methods, method, onMethod, problems, total, beside, kept }: MethodChoiceProps) {
  const { t } = useTranslation(buyTexts);
  const walletsFirst = useMediaQuery('(max-width: 599px)');
  const money = useMoney();
  const textOf = ({ kind, balance = 0, down, brands }: PaymentMethod) => {
    if (kind === 'balance') return t('payment.balance.have', { amount: money(balance) });
    return down ? t('payment.down') : knownBrands(brands).named.join(', ');
  };
  const shown = walletsFirst ? methods.toSorted((a, b) => Number(b.kind === 'wallet') - Number(a.kind === 'wallet')) : methods;
  return (
    <>
      {!method && <Notice kind="warning">{t('payment.none')}</Notice>}
      {methods.length > 1 && (
        <RadioGroup
          name="paymentMethodId"
          legend={t('payment.method')}
          chosen={method?.id}
          onChoose={onMethod}
          options={shown.map((each) => ({
            value: each.id,
            mark: <MethodMark kind={each.kind} mark={each.mark} />,
            title: each.kind === 'balance' ? t('payment.balance.name') : each.name,
            text: textOf(each),
          }))}
        />
      )}
      {method?.kind === 'balance' && (
        <p className={styles.elsewhere}>{t('payment.balance', { left: money((method.balance ?? 0) - total) })}</p>
      )}
      {beside && (
        <div className={styles.beside}>
          <Checkbox
            label={t('payment.balance.beside', { balance: money(beside.amount), rest: money(total - beside.amount) })}
            checked={beside.chosen}
            onChange={({ currentTarget }) => beside.onChoose(currentTarget.checked)}
          />
        </div>
      )}
      {method && method.kind !== 'card' && method.kind !== 'balance' && (
        <PaidElsewhere method={method} kept={kept} problem={problems.phone} />
      )}
      {method?.kind === 'card' && method.down && <Down name={method.name} />}
    </>
  );
}

interface PaidElsewhereProps {
  readonly method: PaymentMethod;
  readonly kept: SavedCard | undefined;
  /** Of the phone. */
  readonly problem: string | undefined;
}

/** What follows after "pay" with a method that has no card form here, and what it asks: a phone, or another currency's amount. */
function PaidElsewhere({ method: { kind, name, down, exchange, phoneCountry, slowHours, maySlip }, kept, problem }: PaidElsewhereProps) {
  const { t } = useTranslation(buyTexts);
  const { locale } = useFrame().brand;
  return (
    <>
      <div className={styles.elsewhere} aria-live="polite">
        {down && <Down name={name} />}
        <p>{kept ? t('payment.kept', { card: kept.label }) : t(kind === 'hosted' ? 'payment.hosted' : 'payment.wallet', { name })}</p>
        {exchange && (
          <p>
            {t('payment.exchange', {
              name,
              amount: new Intl.NumberFormat(locale.price, { style: 'currency', currency: exchange.currency }).format(exchange.amount / 100),
              rate: new Intl.NumberFormat(locale.price).format(exchange.rate),
              currency: exchange.currency,
              date: exchange.date.split('-').toReversed().join('/'),
            })}
          </p>
        )}
        {slowHours !== undefined && <p>{t(maySlip ? 'payment.slow.slip' : 'payment.slow.collected', { count: slowHours, name })}</p>}
      </div>
      {phoneCountry && (
        <div className={styles.phone}>
          <Field
            enterKeyHint="done"
            name="phone"
            type="tel"
            label={t('payment.phone', { name })}
            hint={t(phoneCountry === 'PY' ? 'payment.phone.hint.PY' : 'payment.phone.hint')}
            error={problem && <ProblemText field="phone" reason={problem} />}
            autoComplete="tel"
            maxLength={24}
            required
          />
        </div>
      )}
    </>
  );
}

/** The places and what was typed stay: it may be tried, or another one chosen. */
function Down({ name }: { name: string }) {
  const { t } = useTranslation(buyTexts);
  return <Notice kind="warning">{t('payment.down.long', { name })}</Notice>;
}
