import { useTranslation } from '../../i18n/use-translation.tsx';
import { PLACE_LIST_ID } from './list/anchor.ts';
import { sectionDetails } from './place-text.ts';
import styles from './SeatMap.module.css';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { seatMapTexts } from './texts.ts';
import { levelStyle, useLevelColours } from './use-level-colours.ts';
import { useSeatMap } from './use-seat-map.ts';

/** The venue's sections, each a link to its places: what is there before the canvas, and instead of it. */
export function SectionsPicture({ store }: { store: SeatMapStore }) {
  const { t } = useTranslation(seatMapTexts);
  const { stock, focused } = useSeatMap(store);
  const colours = useLevelColours(store);
  const { picture } = store;
  return (
    <nav className={styles.picture} aria-label={t('map.sections')}>
      <svg viewBox={picture.viewBox} role="presentation">
        {picture.decor.map(({ kind, path, text, at }) => (
          <g key={`${path} ${text}`} className={styles.decor} data-kind={kind}>
            {path && <path d={path} />}
            {at && text && (
              <text x={at.x} y={at.y}>
                {text}
              </text>
            )}
          </g>
        ))}
        {picture.sections.map((shape, section) => {
          if (shape.path === '') return null;
          const level = store.levelsOf(section)[0];
          return (
            <a
              key={shape.id}
              href={`#${PLACE_LIST_ID}`}
              className={styles.section}
              style={levelStyle(level && colours[store.levels.indexOf(level)])}
              data-none={stock[section]?.matching === 0 || undefined}
              aria-current={focused === section || undefined}
              aria-label={t('section.name', { section: shape.label, details: sectionDetails(store, section, t) })}
              onClick={(event) => {
                event.preventDefault();
                store.focusSection(section);
                document.getElementById(PLACE_LIST_ID)?.querySelector('select')?.focus();
              }}
            >
              <path d={shape.path} />
              {shape.labelSize > 0 && (
                <text
                  fontSize={shape.labelSize}
                  transform={`translate(${shape.labelAt.x} ${shape.labelAt.y})${shape.labelTurned ? ' rotate(-90)' : ''}`}
                >
                  {shape.label}
                </text>
              )}
            </a>
          );
        })}
      </svg>
    </nav>
  );
}
