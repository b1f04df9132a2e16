import type { PerformanceDetail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { useMoney } from '../../frame/use-frame.ts';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { Legend } from '../seat-map/Legend.tsx';
import { MapFrame, SectionsPicture } from '../seat-map/SectionsPicture.tsx';
import { levelsOf, type PricedPicture, pricedPicture } from '../seat-map/store/price-levels.ts';
import { type KeptFocus, useKeptFocus } from '../seat-map/use-kept-focus.ts';
import styles from './Seats.module.css';
import { SECTORS_ID, sectorAnchor } from './sector-anchor.ts';

interface DrawingProps {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture;
  /** The section that was tapped before its places were loaded. */
  readonly early: number | null;
  readonly onSection: (section: number) => void;
  readonly keptFocus: KeptFocus;
}

/** The venue as the server draws it; without script each section leads to its sector's prices further down the page. */
export function Drawing({ performance: { priceLevels, sectors }, picture, early, onSection, keptFocus }: DrawingProps) {
  const root = useKeptFocus<HTMLDivElement>(keptFocus);
  const money = useMoney();
  const sectorOf = (section: number) => sectors.find((sector) => sector.section === picture.sections[section]?.id);
  const hrefOf = (section: number) => {
    const sector = sectorOf(section);
    return `#${sector ? sectorAnchor(sector.id) : SECTORS_ID}`;
  };
  return (
    <div ref={root} className={styles.map}>
      <VenueDrawing
        priced={pricedPicture(picture, levelsOf(picture, priceLevels, money))}
        hrefOf={hrefOf}
        early={early}
        onSection={onSection}
      />
    </div>
  );
}

interface VenueDrawingProps {
  readonly priced: PricedPicture;
  /** Where a section's link leads until its places are loaded. */
  readonly hrefOf: (section: number) => string;
  /** The section that was tapped; the map will begin with it. */
  readonly early: number | null;
  readonly onSection: (section: number) => void;
}

/** The venue before its places are loaded: rendered by the server, usable without script, replaced by the map. */
function VenueDrawing({ priced, hrefOf, early, onSection }: VenueDrawingProps) {
  const { t } = useTranslation(seatMapTexts);
  const lowestIn = (section: number) => priced.levelsOf(section).toSorted((a, b) => a.lowest - b.lowest)[0];
  const detailsOf = (section: number) => {
    const level = lowestIn(section);
    return level ? t('section.from', { price: level.lowestText }) : t('section.loading');
  };
  return (
    <>
      <MapFrame picture={priced.picture}>
        <SectionsPicture
          priced={priced}
          lookOf={(section) => ({ details: detailsOf(section), current: early === section })}
          hrefOf={hrefOf}
          onSection={onSection}
        />
      </MapFrame>
      <Legend priced={priced} />
    </>
  );
}
