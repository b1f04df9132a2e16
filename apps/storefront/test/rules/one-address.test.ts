import { expect, test } from 'vitest';
import { paths } from '../../app/paths.ts';
import { oneAddress } from '../../server/one-address.ts';

const of = (address: string) => oneAddress(new URL(`https://butaca.example${address}`));

test('a page that is asked for in another letter case or with slashes too many has one address (R-004)', () => {
  expect(of('/faq')).toBe('/FAQ');
  expect(of('/FAQ/')).toBe('/FAQ');
  expect(of('//FAQ//')).toBe('/FAQ');
  expect(of('/ADVANCEDSEARCH/?cBuscar=Rock%20y')).toBe('/AdvancedSearch?cBuscar=Rock%20y');
  expect(of('/Landing/hamlet/')).toBe('/landing/hamlet');
  expect(of('/buyticket/OK/AbC')).toBe('/BuyTicket/ok/AbC');
  expect(of('/Establecimiento/Alborada/7')).toBe('/establecimiento/Alborada/7');
  expect(of('/alborada/7/')).toBe('/alborada/7');
  expect(of('/tienda/')).toBe('/tienda');
});

test('an address that is right, and one that no page has, stays as it is', () => {
  for (const { path } of Object.values(paths)) {
    const address = path.replaceAll(/:(\w+)\??/g, (_, name: string) => (name === 'venueId' ? '7' : 'x'));
    expect(of(address), address).toBeNull();
  }
  for (const address of ['/?x=1', '/nothing', '/Nothing/', '/landing', '/alborada/x/', '/v2/7/', '/sitemap.xml', '/FAQ.data']) {
    expect(of(address), address).toBeNull();
  }
});

test('no address leads to another site', () => {
  for (const address of ['//evil.example/FAQ', '//evil.example/7', '/%2F%2Fevil.example/7/', '/\\evil.example/7/'])
    expect(of(address) ?? '/').toMatch(/^\/(?![/\\])/);
});
