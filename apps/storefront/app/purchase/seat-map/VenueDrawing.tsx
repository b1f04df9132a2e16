import { useTranslation } from '../../i18n/use-translation.tsx';
import { Legend } from './Legend.tsx';
import { MapFrame } from './MapFrame.tsx';
import { SectionsPicture } from './SectionsPicture.tsx';
import type { PricedPicture } from './store/priced-picture.ts';
import { seatMapTexts } from './texts.ts';

interface VenueDrawingProps {
  readonly priced: PricedPicture;
  /** Where a section's link leads while its places are not there. */
  readonly hrefOf: (section: number) => string;
  /** The section that was tapped; the map will begin with it. */
  readonly early: number | null;
  readonly onSection: (section: number) => void;
}

/** The venue before its places: the server draws it, it works without script, and the map comes into its place. */
export function VenueDrawing({ priced, hrefOf, early, onSection }: VenueDrawingProps) {
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
