import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Legend.module.css';
import { StateSign } from './StateSign.tsx';
import { type Filter, noFilter } from './store/place-state.ts';
import type { PricedPicture } from './store/priced-picture.ts';
import { seatMapTexts } from './texts.ts';
import { levelStyle, useLevelColours } from './use-level-colours.ts';

const SIGNS = ['free', 'taken', 'mine', 'pending'] as const;

interface LegendProps {
  readonly priced: PricedPicture;
  readonly filter?: Filter;
  /** Left out where there are no places yet that could be shown or not. */
  readonly onFilter?: (change: Partial<Filter>) => void;
}

/** What the signs of the map mean. A price, or the sign of accessible places, shows only its own when it is pressed. */
export function Legend({ priced, filter = noFilter, onFilter }: LegendProps) {
  const { t } = useTranslation(seatMapTexts);
  const { levels, picture } = priced;
  const { traits } = picture;
  const colours = useLevelColours(levels);
  return (
    <div className={styles.legend}>
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
              disabled={!onFilter}
              onClick={() => onFilter?.({ accessible: !filter.accessible })}
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
