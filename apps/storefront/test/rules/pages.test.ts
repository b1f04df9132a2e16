import { expect, test } from 'vitest';
import { pageOf } from '../../server/pages.ts';

const at = (address: string) => pageOf(new URL(address, 'https://butaca.example'));
const key = (address: string) => at(address).address;

test('unknown query parameters take no part in what is kept', () => {
  expect(key('/?utm_source=x&gclid=1')).toBe(key('/'));
  expect(key('/landing/hamlet?utm_campaign=x')).toBe(key('/landing/hamlet'));
});

test('all pay links share one page that no other cache keeps', () => {
  const link = pageOf(new URL('https://x/linkPago/RR4JwIoYvT9YdPGeTeakhw'));
  expect(link).toEqual(pageOf(new URL('https://x/LINKPAGO/another')));
  expect(link.unshared).toBe(true);
  expect(link.address).not.toContain('RR4JwIoYvT9YdPGeTeakhw');
  expect(pageOf(new URL('https://x/')).unshared).toBeUndefined();
});

test('unknown addresses share one page for each route that they match', () => {
  expect(new Set(['/a', '/a/b/c', '/landing', '/wp-login.php', '/%2e%2e/x'].map(key)).size).toBe(1);
  expect(new Set(['/a/b', '/a/c', '/login/1', '/marca/x'].map(key)).size).toBe(1);
  expect(key('/landing/A%20B')).toBe(key('/landing/B!'));
  expect(key('/establecimiento/x/y')).toBe(key('/establecimiento/z/0'));
});

test('what an address says about a visitor is not rendered into a page that others see', () => {
  expect(key('/login?nextUrl=%2FmyOrders')).toBe('/login');
});

test('a performance has a page by its id and the hash of its link, and shares a shell without them (R-034)', () => {
  const page = key('/funcion?idFuncion=7&h=abcdefghij234');
  expect(page).not.toBe(key('/funcion'));
  expect(key('/funcion/hamlet/7?idFuncion=7&h=abcdefghij234&nextUrl=x')).toBe(page);
  expect(key('/funcion/hamlet/7?h=abcdefghij234')).toBe(page);
  expect(key('/funcion/hamlet/9?idFuncion=7&h=abcdefghij234')).toBe(page);
  expect(key('/funcion?idFuncion=8&h=abcdefghij234')).not.toBe(page);
  expect(new Set(['/funcion?idFuncion=7&h=abc', '/funcion?idFuncion=7', '/funcion?idFuncion=x&h=abcdefghij234'].map(key))).toEqual(
    new Set([key('/funcion')]),
  );
});

test('letter case makes no other page (R-004)', () => {
  expect(key('/faq')).toBe(key('/FAQ'));
  expect(key('/advancedsearch?cBuscar=rock')).toBe(key('/AdvancedSearch?cBuscar=rock'));
});

test('the withdrawal’s document is a page of its own, in any letter case', () => {
  expect(key('/Arrepentimiento/Autorizacion')).toBe('/arrepentimiento/autorizacion');
  expect(key('/arrepentimiento/otra')).toBe(key('/a/b'));
});

test('a search is kept by its text and its types', () => {
  expect(key('/AdvancedSearch?cBuscar=rock')).not.toBe(key('/AdvancedSearch?cBuscar=jazz'));
  expect(key('/AdvancedSearch?aListaidTipoDeEspectaculo=3&aListaidTipoDeEspectaculo=5')).toBe(
    key('/AdvancedSearch?aListaidTipoDeEspectaculo=3,5'),
  );
});

test('the id decides about a venue, however its name is written (R-027, R-028)', () => {
  expect(key('/establecimiento/gran-teatro/4')).toBe(key('/establecimiento/x/4'));
  expect(key('/gran-teatro/4')).toBe(key('/x/4'));
});

test('the shop has a page, and one for each venue (R-025, R-026)', () => {
  expect([key('/tienda'), key('/TIENDA?x=1'), key('/tienda/4')]).toEqual(['/tienda', '/tienda', '/tienda/4']);
  expect([at('/tienda/4').about?.missing.address, key('/tienda/x')]).toEqual(['/tienda/-', '/tienda/-']);
});

test('the data of a page is kept apart from the page', () => {
  expect(key('/FAQ.data')).toBe('/FAQ.data');
  expect(key('/_root.data')).toBe('/_root.data');
});

test('one page stands for every show, venue and performance that is not in the catalogue', () => {
  const missing = (address: string) => at(address).about?.missing.address;
  expect([missing('/landing/hamlet'), missing('/landing/otelo')]).toEqual(['/landing/-', '/landing/-']);
  expect([missing('/establecimiento/x/4'), missing('/gran-teatro/4')]).toEqual(['/establecimiento/-/-', '/-/-']);
  expect(missing('/funcion?idFuncion=7&h=abcdefghij234')).toBe('/funcion');
  expect(missing('/landing/hamlet.data')).toBe('/landing/-.data');
  expect([missing('/'), missing('/FAQ'), missing('/AdvancedSearch?cBuscar=x')]).toEqual([undefined, undefined, undefined]);
});

test('a search is one page however its spaces are typed and its types are ordered', () => {
  expect(key('/AdvancedSearch?cBuscar=%20rock%20%20nacional')).toBe(key('/AdvancedSearch?cBuscar=rock+nacional'));
  expect(key('/AdvancedSearch?aListaidTipoDeEspectaculo=10,5')).toBe(key('/AdvancedSearch?aListaidTipoDeEspectaculo=5,10'));
});

test('a calendar is kept by its venue or its show; what is neither has none', () => {
  expect(key('/cartelera.ics?utm_source=x')).toBe('/cartelera.ics');
  expect(key('/Establecimiento/7/agenda.ics')).toBe('/establecimiento/7/agenda.ics');
  expect(at('/establecimiento/7/agenda.ics').about).toMatchObject({ venueId: '7' });
  expect(key('/establecimiento/x/agenda.ics')).toBe(key('/no-page'));
  expect(key('/Landing/hamlet/agenda.ics?x=1')).toBe('/landing/hamlet/agenda.ics');
  expect(at('/landing/hamlet/agenda.ics').about).toMatchObject({ showSeo: 'hamlet' });
  expect(key('/landing/A%20B/agenda.ics')).toBe(key('/no-page'));
});
