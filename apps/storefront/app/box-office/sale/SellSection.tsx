import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import buyStyles from '../../purchase/buy/Buy.module.css';
import { ProblemText } from '../../purchase/buy/problem-text.tsx';
import { boxOfficeTexts } from '../texts.ts';

interface SellSectionProps {
  readonly total: number;
  readonly selling: boolean;
  /** Of the terms box. */
  readonly problem: string | undefined;
}

/** The terms, which the customer agrees to, and the one button; an unticked box sends nothing (C-14, VA-034). */
export function SellSection({ total, selling, problem }: SellSectionProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  return (
    <section className={buyStyles.pay} aria-label={t('sale.section')}>
      <div inert={selling}>
        <Checkbox
          name="terms"
          label={
            <>
              {t('terms.accept')}{' '}
              <a href={pathTo('termsAndConditions', {})} target="_blank" rel="noopener">
                {t('terms.link')}
              </a>
            </>
          }
          error={problem && <ProblemText field="terms" reason={problem} />}
          required
        />
      </div>
      <Button type="submit" wide busy={selling}>
        {selling ? t('sale.busy') : total === 0 ? t('sale.free') : t('sale.sell', { total: money(total) })}
      </Button>
    </section>
  );
}
