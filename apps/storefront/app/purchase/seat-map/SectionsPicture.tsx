import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { Point, SectionShape, VenuePicture } from '@butaca/venue-map';
import type { CSSProperties, ReactNode } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { levelStyle, useLevelColours } from './canvas/colours.ts';
import { boxOf } from './map/view.ts';
import styles from './SectionsPicture.module.css';
import type { PricedPicture } from './store/price-levels.ts';

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
  /** Over the whole screen. */
  readonly full?: boolean;
  readonly children: ReactNode;
}

/** As wide and as high as the venue, within what the screen allows; the same for the drawing and for the canvas, so nothing moves. */
export function MapFrame({ picture, ready = false, full = false, children }: MapFrameProps) {
  const shape = picture.viewBox.split(' ').slice(2).join(' / ');
  return (
    <div className={styles.map} style={{ '--shape': shape } as CSSProperties} data-ready={ready || undefined} data-full={full || undefined}>
      {children}
    </div>
  );
}

/** Text sizes as shares of the drawing's longer side: the smallest that is legible on a large screen and on a phone, and the largest. */
const READ = { large: 0.0115, phone: 0.021, most: 0.022 };
/** A shorter word may grow at most so much: it also has to fit the section's height. */
const MOST_GROWTH = 2;

/** A section's label in a drawing whose size on the screen is not known yet. */
interface DrawnLabel {
  readonly text: string;
  /** In the map's unit. */
  readonly size: number;
  /** Too small for a phone. */
  readonly largeOnly: boolean;
}

/** The whole name where it is legible; `112` of `Platea alta 112` where only that is; else none. */
export function drawnLabel({ label, labelSize, labelTurned }: SectionShape, { viewBox }: VenuePicture): DrawnLabel | null {
  const frame = boxOf(viewBox);
  const side = Math.max(frame.width, frame.height);
  const least = READ.large * side;
  const drawn = (text: string, size: number): DrawnLabel | null =>
    size < least ? null : { text, size: Math.round(size * 10) / 10, largeOnly: size < READ.phone * side };
  const whole = drawn(label, labelSize);
  const number = labelTurned ? undefined : /\S*\d\S*$/.exec(label)?.[0];
  if (whole || !number || labelSize === 0) return whole;
  const growth = Math.min(MOST_GROWTH, label.length / Math.max(2, number.length));
  return drawn(number, Math.min(READ.most * side, labelSize * growth));
}
