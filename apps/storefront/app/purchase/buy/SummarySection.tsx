import type { InstalmentPlan, Purchase } from '@butaca/contract';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Buy.module.css';
import { type Changed, removePlace } from './change-purchase.ts';
import { RemovePlace } from './RemovePlace.tsx';
import { PerformanceTickets } from './summary/PerformanceTickets.tsx';
import { Totals } from './summary/Totals.tsx';
import { buyTexts } from './texts.ts';

interface SummarySectionProps {
  readonly purchase: Purchase;
  readonly plan: InstalmentPlan | undefined;
  readonly changing: boolean;
  readonly change: (act: (purchase: Purchase) => Promise<Changed>) => Promise<void>;
}

/** What is bought and what it costs, as the server has it. */
export function SummarySection({ purchase, plan, changing, change }: SummarySectionProps) {
  const { t } = useTranslation(buyTexts);
  return (
    <section className={styles.summary} aria-labelledby="summary-title" aria-busy={changing || undefined}>
      <header>
        <h2 id="summary-title">{t('summary.title')}</h2>
        <p className={styles.note}>{t('summary.final')}</p>
      </header>
      {purchase.performances.map((performance) => (
        <PerformanceTickets
          key={performance.id}
          performance={performance}
          actionOf={(place) => (
            <RemovePlace
              place={place}
              disabled={changing}
              onRemove={() => void change((current) => removePlace(current, performance, place.placeId))}
            />
          )}
        />
      ))}
      {purchase.totals && (
        <Totals
          totals={purchase.totals}
          quantity={purchase.quantity.total}
          plan={plan}
          deliveryChosen={purchase.deliveryTypeId !== undefined}
        />
      )}
    </section>
  );
}
