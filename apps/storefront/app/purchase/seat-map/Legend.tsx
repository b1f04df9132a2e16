import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Legend.module.css';
import { StateSign } from './StateSign.tsx';
import type { Filter } from './store/place-state.ts';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { seatMapTexts } from './texts.ts';
import { levelStyle, useLevelColours } from './use-level-colours.ts';
import { useSeatMap } from './use-seat-map.ts';

const SIGNS = ['free', 'taken', 'mine', 'pending'] as const;
const TRAITS = ['wheelchair', 'companion', 'restricted-view'] as const;

/** What the signs of the map mean. A price, or the sign of accessible places, shows only its own when it is pressed. */
export function Legend({ store }: { store: SeatMapStore }) {
  const { t } = useTranslation(seatMapTexts);
  const { filter } = useSeatMap(store);
  const colours = useLevelColours(store);
  const traits = TRAITS.filter((trait) => [...store.map.traits.values()].some((of) => of.includes(trait)));
  const canFilter = store.levels.length > 1;

  const toggle = (change: Partial<Filter>) => store.setFilter(change);
  return (
    <div className={styles.legend}>
      <ul className={styles.entries} aria-label={t('legend.levels')}>
        {store.levels.map((level, index) => (
          <li key={level.id}>
            <button
              type="button"
              className={styles.level}
              aria-pressed={filter.level === level.id}
              disabled={!canFilter}
              onClick={() => toggle({ level: filter.level === level.id ? null : level.id })}
            >
              <span className={styles.letter} style={levelStyle(colours[index])} aria-hidden="true">
                {level.letter}
              </span>
              <span>{level.name}</span>
              <span className={styles.price}>{t('section.from', { price: level.lowestText })}</span>
            </button>
          </li>
        ))}
        {traits.some((trait) => trait !== 'restricted-view') && (
          <li>
            <button
              type="button"
              className={styles.level}
              aria-pressed={filter.accessible}
              onClick={() => toggle({ accessible: !filter.accessible })}
            >
              <StateSign sign="wheelchair" />
              {t('legend.accessible')}
            </button>
          </li>
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
    </div>
  );
}
