export { companionsAlone } from './companions.ts';
export { type CompiledMap, type CompiledRow, type CompiledSection, compileVenueMap, placeLabel, placesIn, rangeOf } from './compile.ts';
export type { Curve, Decor, Numbering, OpenSection, Panorama, Point, Row, SeatedSection, SeatTrait, Section, VenueMap } from './form.ts';
export { panoramaOfPlace, panoramaOfSection } from './panorama.ts';
export { pictureOf, type SectionShape, type VenuePicture } from './picture.ts';
