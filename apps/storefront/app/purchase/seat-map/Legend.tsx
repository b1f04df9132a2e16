import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { SeatTrait } from '@butaca/venue-map';
import type { ReactNode } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { levelStyle, useLevelColours } from './canvas/colours.ts';
import styles from './Legend.module.css';
import { type Filter, noFilter, type PlaceState } from './store/place-state.ts';
import type { PricedPicture } from './store/price-levels.ts';

const SIGNS = ['free', 'taken', 'mine', 'pending'] as const;

interface LegendProps {
  readonly priced: PricedPicture;
  readonly filter?: Filter;
  /** Absent until there are places to filter. */
  readonly onFilter?: (change: Partial<Filter>) => void;
}

/** The meaning of the signs of map and list. Pressing a price, or what is asked of a place, filters both by it. */
export function Legend({ priced, filter = noFilter, onFilter }: LegendProps) {
  const { t } = useTranslation(seatMapTexts);
  const { levels, picture } = priced;
  const { traits } = picture;
  const colours = useLevelColours(levels);
  return (
    <section
      className={styles.legend}
      aria-label={t('legend')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where its entries do not fit
      tabIndex={0}
      // Of an entry that is seen in part no browser scrolls the rest into sight by itself.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <ul className={styles.entries} aria-label={t('legend.levels')}>
        {levels.map((level, index) => (
          <li key={level.id}>
            <button
              type="button"
              className={styles.level}
              aria-pressed={filter.level === level.id}
              disabled={!onFilter || levels.length < 2}
              onClick={() => onFilter?.({ level: filter.level === level.id ? null : level.id })}
            >
              <span className={styles.letter} style={levelStyle(colours[index])} aria-hidden="true">
                {level.letter}
              </span>
              <span>{level.name}</span>
              <span className={styles.price}>{level.priceText}</span>
            </button>
          </li>
        ))}
        {traits.some((trait) => trait !== 'restricted-view') && (
          <FilterButton pressed={filter.accessible} onPress={onFilter && ((accessible) => onFilter({ accessible }))}>
            <StateSign sign="wheelchair" />
            {t('legend.accessible')}
          </FilterButton>
        )}
        {traits.includes('restricted-view') && (
          <FilterButton pressed={filter.clearView} onPress={onFilter && ((clearView) => onFilter({ clearView }))}>
            <StateSign sign="free" />
            {t('legend.clear-view')}
          </FilterButton>
        )}
      </ul>
      <ul className={styles.signs} aria-label={t('legend.states')}>
        {SIGNS.map((sign) => (
          <li key={sign}>
            <StateSign sign={sign} />
            {t(`legend.${sign}`)}
          </li>
        ))}
        {traits.map((trait) => (
          <li key={trait}>
            <StateSign sign={trait} />
            {t(`trait.${trait}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FilterButtonProps {
  readonly pressed: boolean;
  readonly onPress: ((pressed: boolean) => void) | undefined;
  readonly children: ReactNode;
}

function FilterButton({ pressed, onPress, children }: FilterButtonProps) {
  return (
    <li>
      <button type="button" className={styles.level} aria-pressed={pressed} disabled={!onPress} onClick={() => onPress?.(!pressed)}>
        {children}
      </button>
    </li>
  );
}

/** The signs of the map as pictures, for the legend and the list. */
function StateSign({ sign }: { sign: Exclude<PlaceState, 'unknown'> | SeatTrait }) {
  return (
    <svg viewBox="-12 -12 24 24" className={styles.sign} aria-hidden="true">
      {signs[sign]}
    </svg>
  );
}

const signs = {
  free: <circle r="9" className={styles.solid} />,
  taken: <circle r="4.5" className={styles.line} />,
  mine: (
    <>
      <circle r="10.5" className={styles.ring} />
      <circle r="8" className={styles.ink} />
      <path d="M-3.6 .2 -.9 2.9 3.9 -2.7" className={styles.tick} />
    </>
  ),
  pending: (
    <>
      <circle r="5.5" className={styles.solid} />
      <circle r="9.5" strokeDasharray="4.4 3.1" className={styles.ring} />
    </>
  ),
  wheelchair: (
    <>
      <circle r="9.5" className={styles.solid} />
      <circle cx="-1.1" cy="-5.4" r="1.3" className={styles.on} />
      <path d="M-1.1 -3.3-.7 .8H2.5L4.4 4.9M-1 -1.3H2.3M2 4A3.6 3.6 0 1 1 -3.2 -.8" className={styles.onLine} />
    </>
  ),
  companion: (
    <>
      <circle r="9.5" className={styles.solid} />
      <circle cx="-2.8" cy="-2.1" r="1.6" className={styles.on} />
      <circle cx="2.8" cy="-2.1" r="1.6" className={styles.on} />
      <path d="M-5.3 4a2.5 2.5 0 0 1 5 0ZM.3 4a2.5 2.5 0 0 1 5 0Z" className={styles.on} />
    </>
  ),
  'restricted-view': (
    <>
      <circle r="9" className={styles.solid} />
      <path d="M-10 2.2 2.2 -10" className={styles.cut} />
    </>
  ),
} as const;
