import { useStore } from '@butaca/browser/create-store.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { sectionDetails } from './place-text.ts';
import styles from './SectionCard.module.css';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { TakeQuantity } from './TakeQuantity.tsx';
import { seatMapTexts } from './texts.ts';

interface SectionCardProps {
  readonly store: SeatMapStore;
  /** The section that the mouse is on. */
  readonly pointed: number | null;
  readonly most: number;
  readonly onQuantity: (section: number, quantity: number) => void;
}

/** On the map, what the section under the mouse costs; for one without numbers that was tapped, how it is bought. */
export function SectionCard({ store, pointed, most, onQuantity }: SectionCardProps) {
  const { t } = useTranslation(seatMapTexts);
  const { focused, stock } = useStore(store);
  const open = focused !== null && store.map.sections[focused]?.kind !== 'seated' ? focused : null;
  const shown = open ?? pointed;
  const section = shown === null ? undefined : store.map.sections[shown];
  if (shown === null || !section) return null;
  const free = stock[shown]?.free;
  return (
    <div className={styles.card} aria-hidden={open === null || undefined}>
      <p className={styles.cardTitle}>{section.label}</p>
      <p className={styles.cardDetails}>{sectionDetails(store, shown, t)}</p>
      {open !== null && free !== 0 && (
        <TakeQuantity most={Math.min(most, free ?? most)} onQuantity={(quantity) => onQuantity(open, quantity)} />
      )}
    </div>
  );
}
