import { useStore } from '@butaca/browser/create-store.ts';
import { Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import seatMapTexts from '../../../i18n/es/seat-map.json';
import { sectionDetails } from '../place-text.ts';
import { TakeQuantity } from '../Quantity.tsx';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import styles from './PlaceList.module.css';
import { SectionGrid } from './SectionGrid.tsx';

/** Where links of the sections' picture lead. */
export const PLACE_LIST_ID = 'lista-de-lugares';

/** To the sections' names, below which the places are. */
export const focusPlaceList = () => document.getElementById(PLACE_LIST_ID)?.querySelector('select')?.focus();

interface PlaceListProps {
  readonly store: SeatMapStore;
  /** Takes this many places of a section without numbers. */
  readonly onQuantity: (section: number, quantity: number) => void;
  /** Places that the purchase may still take. */
  readonly most: number;
}

/** Everything that the map offers, in words: a section, then its rows and places. */
export function PlaceList({ store, onQuantity, most }: PlaceListProps) {
  const { t } = useTranslation(seatMapTexts);
  const { focused, stock } = useStore(store);
  const section = focused === null ? undefined : store.map.sections[focused];
  const { free, matching } = stock[focused ?? -1] ?? {};

  return (
    <div className={styles.list} id={PLACE_LIST_ID}>
      <Select
        label={t('list.section')}
        value={focused ?? ''}
        onChange={({ target }) => store.focusSection(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('list.choose')}</option>
        {store.map.sections.map(({ id, label }, index) => (
          <option key={id} value={index}>
            {`${label} · ${sectionDetails(store, index, t)}`}
          </option>
        ))}
      </Select>
      {focused !== null && section && (
        <>
          {free === 0 && <p className={styles.note}>{t('list.none')}</p>}
          {free !== 0 && matching === 0 && <p className={styles.note}>{t('list.nomatch')}</p>}
          {section.kind === 'seated' && <SectionGrid key={focused} store={store} section={focused} />}
          {section.kind !== 'seated' && free !== 0 && (
            <TakeQuantity most={Math.min(most, free ?? most)} onQuantity={(quantity) => onQuantity(focused, quantity)} />
          )}
        </>
      )}
    </div>
  );
}
