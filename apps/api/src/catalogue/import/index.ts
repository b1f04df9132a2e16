export type * from './entries.ts';
export { makeImage, sourceHashOf } from './images/make-image.ts';
export { type ImportReport, importCatalogue } from './import-catalogue.ts';
export { importVenue } from './import-venue.ts';
export { mapEntry } from './map-entry.ts';
export { ImportProblem } from './problem.ts';
export { writeCatalogue } from './write-catalogue.ts';
export { writeVenueMap } from './write-venue-map.ts';
export { describeChanges } from './written.ts';
