import type { Country, DocumentType } from '../customers.ts';

/** Types that only one country issues (EN-099); every other one is asked of everybody. */
const issuedBy: Partial<Record<DocumentType, Country>> = { ine: 'mx', ife: 'mx' };

/** What people of a country carry. */
const national: Readonly<Record<Country, DocumentType>> = { ar: 'dni', py: 'ci', mx: 'ine' };

/** Whether it names somebody at a door: what has no papers behind it does not. */
export const isDocumentOfEntry = (type: DocumentType): boolean => type !== 'unidentified' && type !== 'other';

/** Of the document types that a deployment offers those for a country, its national one first. */
export function documentTypesOf(country: Country, offered: readonly DocumentType[]): readonly DocumentType[] {
  const known = offered.filter((type) => (issuedBy[type] ?? country) === country);
  const first = national[country];
  return known.includes(first) ? [first, ...known.filter((type) => type !== first)] : known;
}
