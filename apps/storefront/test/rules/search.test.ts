import { expect, test } from 'vitest';
import { readSearch, searchQuery } from '../../app/catalogue/search/search-query.ts';
import { searchable } from '../../app/chrome/top-bar/searchable.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

test('a search needs three characters after trimming (VA-001, CO-016)', () => {
  expect(searchable('ab ')).toBeNull();
  expect(searchable(' abc ')).toBe('abc');
  expect(searchable('  a  b ')).toBe('a b');
});

test.each([
  ['aListaidTipoDeEspectaculo=3', [3]],
  ['aListaidTipoDeEspectaculo=5&aListaidTipoDeEspectaculo=3', [3, 5]],
  ['aListaidTipoDeEspectaculo=3,5,3', [3, 5]],
  ['aListaidTipoDeEspectaculo=x&aListaidTipoDeEspectaculo=-1,,0,99999999999', []],
])('types come as one id, repeated, or as a list; anything else is ignored: %s (R-024)', (query, types) => {
  expect(read(query).types).toEqual(types);
});

test('a price of an address is in whole units of the currency', () => {
  expect(read('precioHasta=20000').maxPrice).toBe(20_000);
  expect(read('precioHasta=gratis').maxPrice).toBeNull();
});

test.each([
  ['cBuscar=%20%20la%20%20vida%20', 'cBuscar=la+vida'],
  ['cuando=this_weekend&dia=2026-12-01', 'cuando=this_weekend'],
  ['cuando=specific&dia=2026-12-01', 'cuando=specific&dia=2026-12-01'],
  ['cuando=specific&dia=2026-02-30', 'cuando=specific'],
  ['cuando=specific&dia=', 'cuando=specific'],
  ['cuando=yesterday', ''],
  ['cuando=all&aListaidTipoDeEspectaculo=&idEstablecimiento=&pagina=1', ''],
  ['idEstablecimiento=7&pagina=3', 'idEstablecimiento=7&pagina=3'],
  ['idEstablecimiento=-7&pagina=0', ''],
  ['precioHasta=20000&pagina=2', 'precioHasta=20000&pagina=2'],
  ['precioHasta=0&precioHasta=5', ''],
  ['precioHasta=-5', ''],
  ['precioHasta=12,5', ''],
  ['precioHasta=1e6', ''],
  ['precioHasta=9999999999', ''],
  [`cBuscar=${'a'.repeat(10_000)}`, `cBuscar=${'a'.repeat(80)}`],
  ['cBuscar=%00', ''],
  ['cBuscar=ab%00%0Acd', 'cBuscar=ab+cd'],
  [`cBuscar=${'a'.repeat(79)}%F0%9F%8E%AD`, `cBuscar=${'a'.repeat(79)}`],
])('whatever an address asks for has one address: %s', (query, address) => {
  expect(searchQuery(read(query))).toBe(address);
  expect(searchQuery(read(address))).toBe(address);
});
