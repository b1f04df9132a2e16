import { formatMoney } from '@butaca/brand/money';
import type { Refund } from '@butaca/contract/office-orders';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import { momentText } from './moment.ts';
import styles from './Orders.module.css';

/** What became of it; what a person has ended was not done by its provider. */
export function stateOf({ isDone, isClosed, isUndone }: Pick<Refund, 'isDone' | 'isClosed' | 'isUndone'>) {
  if (isClosed) return 'closed';
  if (isUndone) return 'undone';
  return isDone ? 'done' : 'open';
}

/** Money that goes back, or went; one that is not done says what the provider answers. */
export function RefundLine({
  refund: { way, amount, covered = 0, isForNoTicket, isUndone, ticketCount, isDone, isClosed, mayClose, startedAt, reason, tries, trouble },
  onClose,
  onReopen,
}: {
  refund: Refund;
  /** What its order's page can do with it; a list of many orders leaves it out. */
  onClose?: () => void;
  onReopen?: () => void;
}) {
  const { t } = useTranslation(officeTexts);
  return (
    <li className={styles.line}>
      <span className={styles.lineMain}>
        <strong>{t(isForNoTicket ? 'orders.way.closed' : `orders.way.${way}`)}</strong>
        <span className={styles.soft}>
          {[
            momentText(startedAt),
            ticketCount > 0 && t('orders.ticket-count', { count: ticketCount }),
            covered > 0 &&
              t(isForNoTicket ? 'orders.refund.for-no-ticket' : 'orders.refund.covered', { amount: formatMoney(covered, settings.locale) }),
            reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {mayClose && <span className={styles.trouble}>{t('orders.refund.close.hint')}</span>}
        {trouble && !mayClose && <span className={styles.trouble}>{t('orders.trouble', { count: tries, trouble })}</span>}
      </span>
      <span className={styles.lineEnd}>
        <Tag tone={isDone ? 'plain' : 'danger'}>{t(`orders.refund.${stateOf({ isDone, isClosed, isUndone })}`)}</Tag>
        {/* What was counted moved no money now. */}
        {(amount > 0 || covered === 0) && <Money amount={amount} locale={settings.locale} />}
      </span>
      {mayClose && onClose && (
        <div className={styles.lineVerbs}>
          <Button small kind="secondary" onClick={onClose}>
            {t('orders.refund.close')}
          </Button>
        </div>
      )}
      {isForNoTicket && !isUndone && onReopen && (
        <div className={styles.lineVerbs}>
          <Button small kind="secondary" onClick={onReopen}>
            <span>
              {t('orders.refund.reopen')}
              <span className="visually-hidden">: {t('orders.way.closed')}</span>
            </span>
          </Button>
        </div>
      )}
    </li>
  );
}
