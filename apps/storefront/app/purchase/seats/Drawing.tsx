import type { PerformanceDetail } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import { useMoney } from '../../frame/use-frame.ts';
import { pricedPicture } from '../seat-map/store/priced-picture.ts';
import { type KeptFocus, useKeptFocus } from '../seat-map/use-kept-focus.ts';
import { VenueDrawing } from '../seat-map/VenueDrawing.tsx';
import { levelsOf } from './levels-of.ts';
import styles from './Seats.module.css';
import { SECTORS_ID, sectorAnchor } from './sector-anchor.ts';

interface DrawingProps {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture;
  /** The section that was tapped before its places were there. */
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
