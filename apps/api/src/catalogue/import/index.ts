export type {
  Catalogue,
  ChargeEntry,
  ImageContent,
  ImageEntry,
  LevelEntry,
  PerformanceEntry,
  SectorEntry,
  ShowEntry,
  VenueEntry,
  VenueMapEntry,
} from './entries.ts';
export { writeCatalogue } from './write-catalogue.ts';
export { writeVenueMap } from './write-venue-map.ts';
export { type Changes, describeChanges } from './written.ts';
