import type { PaymentMethod } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMoney } from '../../../frame/use-frame.ts';
import promotionTexts from '../../../i18n/es/promotions.json';
import styles from './Card.module.css';
import type { KnownCard } from './known-card.ts';

interface CardPromotionsProps {
  readonly offered: NonNullable<PaymentMethod['promotions']>;
  readonly known: KnownCard;
  /** What the purchase costs while no card is known, in minor units. */
  readonly total: number;
}

/** What cards save here, and what the one that was typed does: said before anything is charged. */
export function CardPromotions({ offered, known, total }: CardPromotionsProps) {
  const { t } = useTranslation(promotionTexts);
  const money = useMoney();
  const priced = known.status === 'known' ? known.kind.purchase?.totals?.total : undefined;
  const saved = priced === undefined ? 0 : total - priced;
  return (
    <div className={styles.promotions} data-applied={saved > 0 || undefined}>
      <ul>
        {offered.map(({ name, note }) => (
          <li key={name}>
            <strong>{name}</strong>
            {note && <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ul>
      <p role="status">
        {saved > 0 ? t('card.saves', { amount: money(saved) }) : t(known.status === 'known' ? 'card.nothing' : 'card.later')}
      </p>
    </div>
  );
}
