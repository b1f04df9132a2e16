import { isoCountries } from '@butaca/contract/customers';
import { expect, test } from 'vitest';
import { countryName, otherCountries } from '../../app/countries/country-name.ts';

test('every country of ISO 3166-1 has a name in each language of the brands', () => {
  expect(isoCountries).toHaveLength(249);
  for (const language of ['es', 'en', 'pt']) {
    const names = isoCountries.map((code) => countryName(code, language));
    expect(new Set(names).size).toBe(249);
    for (const name of names) expect(name).toMatch(/\p{L}{3}/u);
  }
  expect(countryName('uy', 'es')).toBe('Uruguay');
  expect(countryName('de', 'pt')).toBe('Alemanha');
});

test('all but the brand’s own are listed by their names', () => {
  const names = otherCountries(['ar', 'py', 'mx'], 'es').map(({ name }) => name);
  expect(names).toHaveLength(246);
  expect(names).not.toContain('Argentina');
  expect(names.slice(0, 3)).toEqual(['Afganistán', 'Albania', 'Alemania']);
});
