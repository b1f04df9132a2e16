import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderPage, paymentPage } from '@butaca/contract/pages';
import { describe, expect, test } from 'vitest';
import { isVenueAddress, paths, pathTo, type RouteName, reservedWords } from '../../app/paths.ts';
import routes from '../../app/routes.ts';
import { screenNames } from '../../app/screens.ts';
import { asksLogin } from '../../app/session/asks-login.ts';

describe('the path table', () => {
  test('every named route has the path the specification gives it (R-003)', () => {
    const named: Partial<Record<RouteName, string>> = {
      cartelera: '/',
      loginRedirect: '/loginRedirect',
      login: '/login',
      advancedsearch: '/AdvancedSearch',
      CarteleraProductos: '/tienda',
      funcion: '/funcion',
      BuyTicket: '/buyTicket',
      BuyTicketBox: '/buyTicketBox',
      myAddress: '/myAddress',
      myPhone: '/myPhone',
      myOrders: '/myOrders',
      myBookings: '/myBookings',
      myData: '/myData',
      myAlias: '/myAlias',
      changePassword: '/changePassword',
    };
    for (const [name, path] of Object.entries(named)) expect(pathTo(name as 'login', {})).toBe(path);
  });

  test('payFinish is another name of the billboard (R-007, C-08)', () => {
    expect(pathTo('payFinish', {})).toBe('/');
  });

  test('links are written in the letter case of the specification (R-004)', () => {
    expect([
      pathTo('PointSales', {}),
      pathTo('FAQ', {}),
      pathTo('BuyTicketById', { purchaseId: 'abc' }),
      pathTo('BuyTicketOk', { purchaseId: 'abc' }),
      pathTo('linkPago', { purchaseId: 'abc' }),
    ]).toEqual(['/PointSales', '/FAQ', '/BuyTicket/abc', '/BuyTicket/ok/abc', '/linkPago/abc']);
  });

  test('no address has a hash in it (R-001)', () => {
    expect(Object.values(paths).filter(({ path }) => path.includes('#'))).toEqual([]);
  });

  test('a performance is named by its path and again by idFuncion (R-034)', () => {
    expect(pathTo('funcion', { seo: 'hamlet', performanceId: 7 }, { performance: 7, hash: 'abc' })).toBe(
      '/funcion/hamlet/7?idFuncion=7&h=abc',
    );
  });

  test('a show type is searched by one id (TB-008)', () => {
    expect(pathTo('advancedsearch', {}, { showType: 3 })).toBe('/AdvancedSearch?aListaidTipoDeEspectaculo=3');
  });

  test('what a visitor typed cannot leave its place in an address', () => {
    expect(pathTo('advancedsearch', {}, { search: 'a&b=c#d' })).toBe('/AdvancedSearch?cBuscar=a%26b%3Dc%23d');
    expect(pathTo('landing', { seo: '../x' })).toBe('/landing/..%2Fx');
  });
});

describe('the catch-all venue page', () => {
  test('is for a seo name and digits (R-028)', () => {
    expect(isVenueAddress('teatro-x', '12')).toBe(true);
    expect(isVenueAddress('teatro-x', '12a')).toBe(false);
    expect(isVenueAddress('teatro-x', '0')).toBe(false);
  });

  test('is never one of the words of the route table, whatever their case', () => {
    for (const word of ['landing', 'tienda', 'linkPago', 'BuyTicket', 'funcion', 'login', 'fila', 'arrepentimiento', 'entrada', 'v2']) {
      expect(isVenueAddress(word, '1'), word).toBe(false);
    }
  });

  test('our own pages are reserved and none looks like a venue (R-005)', () => {
    for (const word of ['fila', 'arrepentimiento', 'entrada', '_chrome']) expect(reservedWords).toContain(word);
  });
});

test('the pages that mails lead to are where the shop has them', () => {
  expect(paymentPage('abc')).toBe(pathTo('payConfirm', {}, { purchase: 'abc' }));
  expect(orderPage('abc')).toBe(pathTo('order', { orderId: 'abc' }));
});

const idsIn = (some: typeof routes): string[] => some.flatMap(({ id, children = [] }) => [...(id ? [id] : []), ...idsIn(children)]);
const locked = () => idsIn(routes[0]?.children?.find(({ file }) => file === 'session/protected.tsx')?.children ?? []);

test('choosing places needs a login, and so does what follows; looking does not (FL-005)', () => {
  expect(locked()).toEqual(expect.arrayContaining(['funcion', 'BuyTicket', 'myOrders']));
  expect(locked()).not.toContain('landing');
});

test('exactly the routes that need a login are behind the guard, and no public one (GU-017)', () => {
  const needLogin = screenNames.filter((name) => 'login' in paths[name]);
  expect(needLogin).not.toContain('FAQ');
  expect(locked().sort()).toEqual([...needLogin].sort());
});

test('a brand may open the pages of performances to visitors, and no other page behind the guard (FL-005, RO-018, C-34)', () => {
  const pages = ['/funcion', '/funcion/hamlet/12', '/Funcion/hamlet/12/'];
  const others = ['/funcionTienda', '/buyTicket', '/BuyTicket/abc', '/promocion', '/myOrders', '/'];
  const asking = (seatSelectionRequiresLogin: boolean) =>
    [...pages, ...others].filter((pathname) => asksLogin(pathname, { seatSelectionRequiresLogin }));
  expect(asking(true)).toEqual([...pages, ...others]);
  expect(asking(false)).toEqual(others);
});

test('every page stands in the table of the specification or in the review, which lists no page that is not there', () => {
  const docs = join(import.meta.dirname, '../../../../docs');
  const wordsIn = (text: string) => new Set([...text.matchAll(/`\/([\w.-]+)/g)].map(([, word = '']) => word.toLowerCase()));
  const table = wordsIn((readFileSync(join(docs, 'requirements.md'), 'utf8').match(/^\| R-\d+ .*$/gm) ?? []).join('\n'));
  const [, pages = '', machines = ''] =
    /Paths beyond the table\n(.*Pages: .*?)(For machines and browsers: .*)/s.exec(
      readFileSync(join(docs, 'requirements-review.md'), 'utf8'),
    ) ?? [];
  const beyond = wordsIn(pages);
  const others = wordsIn(machines);
  const own = new Set(
    Object.values(paths).flatMap(({ path }) => {
      const [, first = ''] = path.toLowerCase().split('/');
      return first === '' || first.startsWith(':') ? [] : [first];
    }),
  );
  expect([...own].filter((word) => !table.has(word) && !beyond.has(word) && !others.has(word))).toEqual([]);
  expect([...beyond].filter((word) => word !== 'oficina' && !own.has(word))).toEqual([]);
});
