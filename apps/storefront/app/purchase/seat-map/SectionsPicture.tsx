import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { Point, VenuePicture } from '@butaca/venue-map';
import type { CSSProperties, ReactNode } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { drawnLabel } from './drawn-label.ts';
import styles from './SectionsPicture.module.css';
import type { PricedPicture } from './store/price-levels.ts';
import { levelStyle, useLevelColours } from './use-level-colours.ts';

/** A section's state and details, beside its name. */
interface SectionLook {
  readonly details: string;
  readonly none?: boolean;
  readonly current?: boolean;
}

interface SectionsPictureProps {
  readonly priced: PricedPicture;
  readonly lookOf: (section: number) => SectionLook;
  /** Where a section's link leads, with or without script. */
  readonly hrefOf: (section: number) => string;
  /** With script, instead of following the link. */
  readonly onSection?: (section: number) => void;
}

/** The venue's sections as links, before the canvas is ready and instead of it. */
export function SectionsPicture({ priced, lookOf, hrefOf, onSection }: SectionsPictureProps) {
  const { t } = useTranslation(seatMapTexts);
  const { picture, levels, levelsOf } = priced;
  const colours = useLevelColours(levels);
  return (
    <nav className={styles.picture} aria-label={t('map.sections')}>
      <svg viewBox={picture.viewBox} role="presentation">
        {picture.decor.map(({ kind, path, text, at, textSize, textTurned }) => (
          <g key={`${path} ${text}`} className={styles.decor} data-kind={kind}>
            {path && <path d={path} />}
            {at && textSize > 0 && (
              <text fontSize={textSize} transform={turnedAt(at, textTurned)}>
                {text}
              </text>
            )}
          </g>
        ))}
        {picture.sections.map((shape, section) => {
          if (shape.path === '') return null;
          const level = levelsOf(section)[0];
          const { details, none, current } = lookOf(section);
          const name = drawnLabel(shape, picture);
          return (
            <a
              key={shape.id}
              href={hrefOf(section)}
              data-section={section}
              className={styles.section}
              style={levelStyle(level && colours[levels.indexOf(level)])}
              data-none={none || undefined}
              aria-current={current || undefined}
              aria-label={t('section.name', { section: shape.label, details })}
              onClick={(event) => {
                if (!onSection) return;
                event.preventDefault();
                onSection(section);
              }}
            >
              <path d={shape.path} />
              {name && (
                <text fontSize={name.size} transform={turnedAt(shape.labelAt, shape.labelTurned)} data-large={name.largeOnly || undefined}>
                  {name.text}
                </text>
              )}
            </a>
          );
        })}
      </svg>
    </nav>
  );
}

const turnedAt = ({ x, y }: Point, turned: boolean) => `translate(${x} ${y})${turned ? ' rotate(-90)' : ''}`;

interface MapFrameProps {
  readonly picture: VenuePicture;
  /** The canvas has taken over from the drawing. */
  readonly ready?: boolean;
  readonly children: ReactNode;
}

/** As wide and as high as the venue, within what the screen allows; the same for the drawing and for the canvas, so nothing moves. */
export function MapFrame({ picture, ready = false, children }: MapFrameProps) {
  const shape = picture.viewBox.split(' ').slice(2).join(' / ');
  return (
    <div className={styles.map} style={{ '--shape': shape } as CSSProperties} data-ready={ready || undefined}>
      {children}
    </div>
  );
}
