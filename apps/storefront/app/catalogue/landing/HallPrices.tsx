import type { PerformanceDetail } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import { SectorPrices } from '../performance/SectorPrices.tsx';
import { HallPicture } from '../venue/HallPicture.tsx';

/** The hall in the colours of its price levels, and the price of every sector. */
export function HallPrices({ performance, picture }: { performance: PerformanceDetail; picture: VenuePicture | null }) {
  const colourOf = (category: string) => performance.priceLevels.find((level) => level.category === category)?.color;
  return (
    <>
      {picture && <HallPicture picture={picture} venueName={performance.venue.name} colourOf={colourOf} />}
      <SectorPrices performance={performance} />
    </>
  );
}
