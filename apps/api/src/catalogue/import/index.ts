export type * from './entries.ts';
export { makeImage, sourceHashOf } from './images/make-image.ts';
export { type CatalogueImport, type ImportReport, importCatalogue } from './import-catalogue.ts';
export { importVenue, type VenueImport } from './import-venue.ts';
export { mapEntry } from './map-entry.ts';
export { ImportProblem } from './problem.ts';
export { writeCatalogue } from './write-catalogue.ts';
export { writeVenueMap } from './write-venue-map.ts';
export { type Changes, describeChanges } from './written.ts';
