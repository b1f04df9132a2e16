import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { Point, VenuePicture } from '@butaca/venue-map';
import venueTexts from '../../i18n/es/venue.json';
import styles from './HallPicture.module.css';

interface HallPictureProps {
  readonly picture: VenuePicture;
  readonly venueName: string;
  /** Of a category; without one a section has the colour of paper. */
  readonly colourOf?: (category: string) => string | undefined;
}

/** Labels below this share of the drawing's longer side cannot be read on a phone. */
const LEAST_LABEL = 0.016;

/** A venue's sections and stage to look at; nothing in it is pressed. Its sections stand in a list beside it for who cannot see it. */
export function HallPicture({ picture, venueName, colourOf }: HallPictureProps) {
  const { t } = useTranslation(venueTexts);
  const { viewBox, decor, sections } = picture;
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
  const least = LEAST_LABEL * Math.max(width, height);
  const names = sections.map(({ label }) => label).join(', ');
  return (
    <figure className={styles.hall}>
      <svg viewBox={viewBox} role="img" aria-label={t('hall.picture', { venue: venueName, sections: names })}>
        {decor.map(({ kind, path, text, at, textSize, textTurned }) => (
          <g key={`${path} ${text}`} className={styles.decor} data-kind={kind}>
            {path && <path d={path} />}
            {at && textSize > 0 && (
              <text fontSize={textSize} transform={turnedAt(at, textTurned)}>
                {text}
              </text>
            )}
          </g>
        ))}
        {sections.map(({ id, path, label, labelAt, labelSize, labelTurned, categories }) => (
          <g key={id} className={styles.section}>
            {path !== '' && <path d={path} style={fillOf(categories, colourOf)} />}
            {labelSize >= least && (
              <text fontSize={labelSize} transform={turnedAt(labelAt, labelTurned)}>
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

const turnedAt = ({ x, y }: Point, turned: boolean) => `translate(${x} ${y})${turned ? ' rotate(-90)' : ''}`;

/** A tint, so that the name in it stays readable in light and dark. */
function fillOf(categories: readonly string[], colourOf: HallPictureProps['colourOf']) {
  const colour = categories.map((category) => colourOf?.(category)).find(Boolean);
  return colour ? { fill: `color-mix(in srgb, ${colour} 30%, var(--surface))`, stroke: colour } : undefined;
}
