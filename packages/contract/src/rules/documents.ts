import type { Country, DocumentType } from '../customers.ts';

/** Types that only one country issues (EN-099); every other one is asked of everybody. */
const issuedBy: Partial<Record<DocumentType, Country>> = { ine: 'mx', ife: 'mx' };

/** What people of a country carry whose documents are known here. */
const national: ReadonlyMap<Country, DocumentType> = new Map([
  ['ar', 'dni'],
  ['py', 'ci'],
  ['mx', 'ine'],
]);

/** What people of every other country have: a passport, or their own country's identity document. */
const foreign: readonly DocumentType[] = ['passport', 'foreign_ci'];

/** Whether it names somebody at a door: what has no papers behind it does not. */
export const isDocumentOfEntry = (type: DocumentType): boolean => type !== 'unidentified' && type !== 'other';

/**
 * Of the document types that a deployment offers those for a country, its national one first. Of a country whose documents are not known
 * here only those are asked that have no rule but their length, whichever a deployment offers: somebody from there has no other.
 */
export function documentTypesOf(country: Country, offered: readonly DocumentType[]): readonly DocumentType[] {
  const known = offered.filter((type) => (issuedBy[type] ?? country) === country);
  const first = national.get(country);
  if (first === undefined) return foreign;
  return known.includes(first) ? [first, ...known.filter((type) => type !== first)] : known;
}
