import type { Translate } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { FailureData, Purchase } from '@butaca/contract';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import { useMoney } from '../../frame/use-frame.ts';
import promotionTexts from '../../i18n/es/promotions.json';
import { promotionsOf } from '../buy/summary/Totals.tsx';
import styles from './Promotion.module.css';

interface PromotionCodeProps {
  readonly purchase: Purchase;
  readonly disabled: boolean;
  /** The key that leads to the field, at a counter. */
  readonly shortcut?: string;
  /** The purchase as it is with or without a code. */
  readonly onChanged: (purchase: Purchase) => Promise<void>;
}

type Said = { readonly error: string } | { readonly saved: number };

/** Where a code is entered, and those that were; nothing where no performance asks for one. */
export function PromotionCode({ purchase, disabled, shortcut, onChanged }: PromotionCodeProps) {
  const { t } = useTranslation(promotionTexts);
  const money = useMoney();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const click = useClickKey();
  const input = useRef<HTMLInputElement>(null);
  const entered = promotionsOf(purchase.performances).filter(({ code }) => code !== undefined);
  if (!purchase.performances.some(({ asksCode }) => asksCode)) return null;
  const params = { purchaseId: purchase.id };

  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setSaid(null);
    await work();
    setBusy(false);
  };

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const code = typedIdentifier(input.current?.value ?? '');
    if (code === '') {
      setSaid({ error: t('code.missing') });
      return input.current?.focus();
    }
    void run(async () => {
      const [client, { applyPromotionCode }] = await Promise.all([loadClient(), import('@butaca/contract/promotion')]);
      const outcome = await click.keyed(client.call)(applyPromotionCode, { params, body: { code } });
      if (outcome.status === 'ok') {
        setSaid({ saved: (purchase.totals?.total ?? 0) - (outcome.data.totals?.total ?? 0) });
        if (input.current) input.current.value = '';
        return onChanged(outcome.data);
      }
      const refusal = outcome.status === 'refusal' ? outcome : undefined;
      if (refusal?.failure === 'promotion_refused') setSaid({ error: reasonText(refusal.data, t) });
      else if (refusal?.failure === 'too_many_attempts') setSaid({ error: t('code.wait', { count: refusal.data.retryAfterSeconds }) });
      else setSaid({ error: t('code.failed') });
      input.current?.focus();
    });
  };

  const remove = (promotionId: number) =>
    run(async () => {
      const [client, { removePromotion }] = await Promise.all([loadClient(), import('@butaca/contract/promotion')]);
      const outcome = await click.keyed(client.call)(removePromotion, { params, body: { promotionId } });
      if (outcome.status === 'ok') return onChanged(outcome.data);
      setSaid({ error: t('code.failed') });
    });

  return (
    <div className={styles.codes}>
      {entered.map(({ id, code = '', name }) => (
        <p key={id} className={styles.entered}>
          <span>
            <strong>{code}</strong> · {name}
          </span>
          <button
            type="button"
            className={styles.remove}
            disabled={disabled || busy}
            onClick={() => void remove(id)}
            aria-label={t('code.remove.long', { code })}
          >
            {t('code.remove')}
          </button>
        </p>
      ))}
      <form className={styles.code} method="post" noValidate onSubmit={apply}>
        <Field
          enterKeyHint="done"
          ref={input}
          name="promotionCode"
          label={t('code')}
          aria-keyshortcuts={shortcut}
          error={said && 'error' in said ? said.error : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
        <Button type="submit" kind="secondary" busy={busy} disabled={disabled}>
          {t('code.apply')}
        </Button>
      </form>
      <p role="status" className={styles.said}>
        {said && 'saved' in said && t('code.applied', { amount: money(said.saved) })}
      </p>
    </div>
  );
}

type Texts = Translate<typeof promotionTexts>;

/** Why a promotion or a code takes nothing off, in the buyer's words. */
export function reasonText({ reason, lacks = 0, most = 0 }: FailureData<'promotion_refused'>, t: Texts): string {
  if (reason === 'too_few') return t('reason.too_few', { count: lacks });
  if (reason === 'limit') return most > 0 ? t('reason.limit', { count: most }) : t('reason.limit.none');
  return t(`reason.${reason}`);
}
