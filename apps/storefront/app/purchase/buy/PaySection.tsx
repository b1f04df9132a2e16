import type { InstalmentPlan } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import { CaptchaNotice } from '../../login/CaptchaNotice.tsx';
import { TermsBox } from '../../terms/TermsBox.tsx';
import styles from './Buy.module.css';

interface PaySectionProps {
  /** Of the purchase, in minor units. */
  readonly total: number;
  readonly plan: InstalmentPlan | undefined;
  /** What of it the balance pays; the plan is of the rest. */
  readonly fromBalance?: number;
  /** What of it this card pays, where another is to pay the rest. */
  readonly firstPart?: number | undefined;
  /** There is nothing to pay: the button confirms. */
  readonly free: boolean;
  readonly paying: boolean;
  /** What the button waits for. */
  readonly waitsFor: PayWait | undefined;
  /** Of the terms box. */
  readonly problem: string | undefined;
  readonly isTicked?: boolean | undefined;
}

/** What is not known yet: the instalments of a card, what is to be paid, or whom the bill is made out to. */
type PayWait = 'instalments' | 'total' | 'receiver';

/** The terms, the amount and the button; without accepted terms nothing is sent (C-14, VA-034). */
export function PaySection({ total: cash, plan, fromBalance = 0, firstPart, free, paying, waitsFor, problem, isTicked }: PaySectionProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const { links, withdrawal } = useFrame().brand;
  const byCard = plan?.total ?? cash - fromBalance;
  const total = money(firstPart ?? byCard + fromBalance);
  return (
    <section className={styles.payParts} aria-label={t(free ? 'confirm.section' : 'pay.section')}>
      <div className={styles.payFacts}>
        <div inert={paying}>
          <TermsBox isMissing={problem !== undefined} isTicked={isTicked} />
        </div>
        {plan && plan.instalments > 1 && (
          <p className={styles.inInstalments}>
            {t('pay.instalments', { count: plan.instalments, amount: money(plan.amount), total: money(byCard) })}
          </p>
        )}
        {fromBalance > 0 && <p className={styles.inInstalments}>{t('pay.parts', { balance: money(fromBalance), card: money(byCard) })}</p>}
        {firstPart !== undefined && (
          <p className={styles.inInstalments}>{t('pay.two', { first: money(firstPart), rest: money(cash - firstPart) })}</p>
        )}
      </div>
      {/* At the lower edge of the screen until the page is scrolled to it. */}
      <div className={styles.payBar} data-bar="bottom">
        <Button type="submit" wide busy={paying || waitsFor !== undefined}>
          {paying ? t(free ? 'confirm.busy' : 'pay.busy') : free ? t('confirm') : t('pay', { total })}
        </Button>
      </div>
      <div className={styles.payFacts}>
        <p className={styles.status} role="status">
          {paying ? t(free ? 'confirm.stay' : 'pay.stay') : waitsFor && t(`pay.waits.${waitsFor}`)}
        </p>
        <p className={styles.law}>
          {withdrawal ? t('withdrawal.text', { days: withdrawal.days, hours: withdrawal.hoursBefore }) : t('withdrawal.terms')}{' '}
          {/* In another tab: leaving this one would lose what was typed. */}
          <a href={links.withdrawal.href} target="_blank" rel="noopener">
            {links.withdrawal.name}
          </a>
        </p>
        <CaptchaNotice />
      </div>
    </section>
  );
}
