import { useStore } from '@butaca/browser/create-store.ts';
import type { CompiledRow } from '@butaca/venue-map';
import { memo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { placeSentence, rowText } from '../place-text.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import { seatMapTexts } from '../texts.ts';
import { levelStyle, useLevelColours } from '../use-level-colours.ts';
import styles from './PlaceList.module.css';

interface PlaceRowProps {
  readonly store: SeatMapStore;
  readonly row: CompiledRow;
  readonly places: readonly number[];
  /** The place of this row that the tab key stops at. */
  readonly active: number | null;
}

/** A row of the grid; it is drawn again only when one of its own places has changed. */
export const PlaceRow = memo(
  function PlaceRow({ store, row, places, active }: PlaceRowProps) {
    const { t } = useTranslation(seatMapTexts);
    const colours = useLevelColours(store.levels);
    useStore({ subscribe: store.subscribe, get: () => places.map((place) => store.stateOf(place)).join() });
    if (places.length === 0) return null;
    return (
      // biome-ignore lint/a11y/useSemanticElements: rows of different lengths are no table
      // biome-ignore lint/a11y/useFocusableInteractive: its places take the focus
      <div role="row" className={styles.row}>
        {/* biome-ignore lint/a11y/useSemanticElements: rows of different lengths are no table */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the row's places take the focus */}
        <span role="rowheader" className={styles.rowName}>
          {rowText(row.label, t)}
        </span>
        {places.map((place) => {
          const state = store.stateOf(place);
          return (
            // biome-ignore lint/a11y/useSemanticElements: rows of different lengths are no table
            <span
              key={place}
              role="gridcell"
              tabIndex={place === active ? 0 : -1}
              className={styles.place}
              style={levelStyle(colours[store.levelIndexOf(place)])}
              data-place={place}
              data-state={state}
              aria-label={placeSentence(store, place, t)}
              aria-selected={state === 'mine'}
              aria-disabled={state === 'taken' || state === 'unknown' || undefined}
              aria-busy={state === 'pending' || undefined}
            >
              <span aria-hidden="true">{store.map.seatNumbers[place]}</span>
            </span>
          );
        })}
      </div>
    );
  },
  (before, after) => before.row === after.row && before.active === after.active && before.places.join() === after.places.join(),
);
