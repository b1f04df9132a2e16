export type * from './entries.ts';
export { describeChanges } from './entries.ts';
export { makeImage, sourceHashOf } from './images.ts';
export { type ImportReport, importCatalogue } from './import-catalogue.ts';
export { inImportTransaction } from './import-transaction.ts';
export { importVenue, mapEntry, writeVenueMap } from './import-venue.ts';
export { storedPanoramas } from './panoramas.ts';
export { ImportProblem, ImportQuestions } from './problem.ts';
export { writeCatalogue } from './write-catalogue.ts';
