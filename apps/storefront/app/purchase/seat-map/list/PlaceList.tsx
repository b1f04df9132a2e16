import { useStore } from '@butaca/browser/create-store.ts';
import { Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { CompiledRow } from '@butaca/venue-map';
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react';
import seatMapTexts from '../../../i18n/es/seat-map.json';
import { levelStyle, useLevelColours } from '../canvas/colours.ts';
import { PanoramaButton } from '../Panorama.tsx';
import { placeSentence, placeTitle, rowText, sectionDetails, traitsOf } from '../place-text.ts';
import { TakeQuantity } from '../Quantity.tsx';
import { SeatViewPicture, useSeatView } from '../SeatView.tsx';
import { isFiltering } from '../store/place-state.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import { stepFrom } from './navigation.ts';
import styles from './PlaceList.module.css';

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
          <SectionPanorama store={store} section={focused} />
          {section.kind === 'seated' && <SectionGrid key={focused} store={store} section={focused} />}
          {section.kind !== 'seated' && free !== 0 && (
            <TakeQuantity most={Math.min(most, free ?? most)} onQuantity={(quantity) => onQuantity(focused, quantity)} />
          )}
        </>
      )}
    </div>
  );
}

function SectionPanorama({ store, section }: { readonly store: SeatMapStore; readonly section: number }) {
  const panorama = store.panoramaOfSection(section);
  if (!panorama) return null;
  return (
    <p>
      <PanoramaButton store={store} panorama={panorama} from={store.map.sections[section]?.label ?? ''} />
    </p>
  );
}

interface SectionGridProps {
  readonly store: SeatMapStore;
  readonly section: number;
}

/** The places of a section by row; one stop of the tab key, arrows from there on. */
function SectionGrid({ store, section }: SectionGridProps) {
  const { t } = useTranslation(seatMapTexts);
  const { filter } = useStore(store);
  const grid = useRef<HTMLDivElement>(null);
  const help = useId();
  const { label, rows } = store.map.sections[section] ?? { label: '', rows: [] };
  const filtered = isFiltering(filter);
  const shown = (row: CompiledRow) => placesOf(row).filter((place) => !filtered || store.matches(place));
  const shownRows = rows.map(shown);
  // Until the grid has had the focus: availability may arrive after the grid is shown.
  const [active, setActive] = useState<number | null>(null);
  const current = active !== null && shownRows.some((places) => places.includes(active)) ? active : firstFree(store, shownRows);

  const { x, y } = store.map;
  const distance = (one: number, other: number) => Math.hypot((x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0));

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (!event.repeat) store.tap(current);
      return;
    }
    const next = stepFrom(current, { key: event.key, ctrl: event.ctrlKey || event.metaKey }, shownRows, distance);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  }

  if (current < 0) return null;
  return (
    <>
      <p id={help} className={styles.help}>
        {t('list.help')}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: rows of different lengths are no table */}
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        aria-label={t('list.places', { section: label })}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setActive(placeOf(target) ?? current)}
        onClick={({ target, detail }) => {
          const place = placeOf(target);
          // The second click of a double click would give the place back.
          if (place !== null && detail < 2) store.tap(place);
        }}
      >
        {rows.map((row, index) => (
          <PlaceRow
            key={row.label}
            store={store}
            row={row}
            places={shownRows[index] ?? []}
            active={current >= row.firstPlace && current < row.firstPlace + row.placeCount ? current : null}
          />
        ))}
      </div>
      <PlaceView store={store} place={current} />
    </>
  );
}

/** The view from the place that the arrows stand at; shut until it is asked for. */
function PlaceView({ store, place }: { readonly store: SeatMapStore; readonly place: number }) {
  const { t } = useTranslation(seatMapTexts);
  const [open, setOpen] = useState(false);
  const id = useId();
  const view = useSeatView(store, open ? place : null);
  const panorama = store.panoramaOf(place);
  return (
    <div className={styles.view}>
      <button type="button" className={styles.viewButton} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t('view.show')}
      </button>
      <div id={id} hidden={!open}>
        <p className={styles.viewTitle}>{t('view.from', { place: placeTitle(store.labelOf(place), t) })}</p>
        {view && <SeatViewPicture view={view} restricted={traitsOf(store, place).includes('restricted-view')} />}
        {panorama && <PanoramaButton store={store} panorama={panorama} from={placeTitle(store.labelOf(place), t)} />}
      </div>
    </div>
  );
}

const placesOf = ({ firstPlace, placeCount }: CompiledRow) => Array.from({ length: placeCount }, (_, index) => firstPlace + index);

const firstFree = (store: SeatMapStore, rows: readonly (readonly number[])[]): number =>
  rows.flat().find((place) => store.stateOf(place) === 'free') ?? rows.flat()[0] ?? -1;

function placeOf(target: EventTarget): number | null {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined;
  return place === undefined ? null : Number(place);
}

interface PlaceRowProps {
  readonly store: SeatMapStore;
  readonly row: CompiledRow;
  readonly places: readonly number[];
  /** The place of this row that the tab key stops at. */
  readonly active: number | null;
}

/** A row of the grid; it is drawn again only when one of its own places has changed. */
const PlaceRow = memo(
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
