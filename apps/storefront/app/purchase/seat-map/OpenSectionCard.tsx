import { useTranslation } from '../../i18n/use-translation.tsx';
import { sectionDetails } from './place-text.ts';
import { QuantityStepper } from './QuantityStepper.tsx';
import styles from './SeatMap.module.css';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { seatMapTexts } from './texts.ts';
import { useSeatMap } from './use-seat-map.ts';

interface OpenSectionCardProps {
  readonly store: SeatMapStore;
  readonly most: number;
  readonly onQuantity: (section: number, quantity: number) => void;
}

/** On the map, how a section without numbers is bought once it was tapped. */
export function OpenSectionCard({ store, most, onQuantity }: OpenSectionCardProps) {
  const { t } = useTranslation(seatMapTexts);
  const { focused, stock } = useSeatMap(store);
  const section = focused === null ? undefined : store.map.sections[focused];
  if (focused === null || !section || section.kind === 'seated') return null;
  return (
    <div className={styles.card}>
      <p className={styles.cardTitle}>{section.label}</p>
      <p className={styles.cardDetails}>{sectionDetails(store, focused, t)}</p>
      {stock[focused]?.free !== 0 && (
        <QuantityStepper most={Math.min(most, stock[focused]?.free ?? most)} onQuantity={(quantity) => onQuantity(focused, quantity)} />
      )}
    </div>
  );
}
