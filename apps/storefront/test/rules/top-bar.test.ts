import type { PublicBrand } from '@butaca/brand';
import { expect, test } from 'vitest';
import { accountEntries } from '../../app/account/entries.ts';
import { CustomerEntries } from '../../app/chrome/top-bar/CustomerEntries.tsx';
import { LanguagePicker, languageOptions } from '../../app/chrome/top-bar/LanguagePicker.tsx';
import { searchable } from '../../app/chrome/top-bar/searchable.ts';
import { TopBar } from '../../app/chrome/top-bar/TopBar.tsx';
import { externalLoginAddress, updateDataAddress } from '../../app/login/external/external-login.ts';
import { frameWith, htmlIn } from '../render.ts';

const types = [8, 3, 1, 2, 7, 5, 6, 4].map((order) => ({ id: order, name: `type ${order}`, order }));
const bars = Array.from({ length: 13 }, (_, index) => index + 1);
const flags = frameWith().brand.flags;

/** One of the 13 bars, as it stands in a page. */
function barOf(
  topBar: number,
  { showTypes = types, ...changes }: Partial<PublicBrand> & { readonly showTypes?: typeof types } = {},
): string {
  const frame = frameWith({ chrome: { topBar, footer: 2, terms: 2 }, ...changes }, showTypes);
  return htmlIn(frame, TopBar, { frame }).replace(/<dialog.*/s, '');
}

/** What stands in the bar, or under its "Más". */
const partOf = (topBar: number, showTypes: typeof types, part: 'row' | 'more') => {
  const [, nav = ''] = /aria-label="Categorías">(.*?)<\/nav>/s.exec(barOf(topBar, { showTypes })) ?? [];
  const [row = '', more = ''] = nav.split('popover="auto"');
  return { row, more }[part];
};
const linksIn = (html: string) => [...html.matchAll(/aListaidTipoDeEspectaculo=\d+"[^>]*>([^<]+)</g)].map(([, name]) => name);
const categories = (topBar: number, showTypes = types) => linksIn(partOf(topBar, showTypes, 'row'));
const typesOf = (...orders: readonly number[]) => orders.map((order) => `type ${order}`);

test('each of the 13 bars has logo, search, categories, account and menu in an arrangement of its own (GE-022)', () => {
  for (const bar of bars) {
    const html = barOf(bar);
    for (const part of ['Butaca: ir a la cartelera', 'name="cBuscar"', 'aria-label="Categorías"', 'href="/login"', 'aria-label="Menú"']) {
      expect(html, `bar ${bar}`).toContain(part);
    }
  }
  const arrangement = (bar: number) => /--areas:(.*?);--columns/.exec(barOf(bar))?.[1];
  expect(new Set(bars.map(arrangement)).size).toBe(13);
});

test('bar 2 shows the first six types in order (TB-006)', () => {
  expect(categories(2)).toEqual(typesOf(1, 2, 3, 4, 5, 6));
  expect(
    categories(
      2,
      [40, 10].map((order) => ({ id: order, name: `type ${order}`, order })),
    ),
  ).toEqual(typesOf(10, 40));
});

test('other bars show at most five types of order five or less (TB-004)', () => {
  for (const bar of bars.filter((number) => number !== 2 && number !== 3))
    expect(categories(bar), `bar ${bar}`).toEqual(typesOf(1, 2, 3, 4, 5));
  const crowded = [1, 1, 2, 2, 3, 3].map((order, index) => ({ id: index + 1, name: `type ${order}`, order }));
  expect(categories(1, crowded)).toEqual(typesOf(1, 1, 2, 2, 3));
  expect(
    categories(
      1,
      types.filter(({ order }) => order > 4),
    ),
  ).toEqual(typesOf(5));
});

test('what a bar does not show is under Más, each once; a bar that shows all has no Más', () => {
  for (const bar of bars) {
    const shown = categories(bar);
    const more = linksIn(partOf(bar, types, 'more'));
    expect([...shown, ...more].toSorted(), `bar ${bar}`).toEqual(types.map(({ name }) => name).toSorted());
  }
  expect(barOf(2)).toContain('Más');
  expect(barOf(2, { showTypes: types.slice(0, 6) })).not.toContain('Más');
});

test('one bar keeps types of order three or less (TB-005)', () => expect(categories(3)).toEqual(typesOf(1, 2, 3)));

test('three bars ask for more than three characters, and say so (VA-002)', () => {
  const minimum = (bar: number) => Number(/placeholder="[^"]*(\d) o más letras"/.exec(barOf(bar))?.[1]);
  expect(bars.filter((bar) => minimum(bar) === 4)).toEqual([4, 5, 6]);
  expect(bars.filter((bar) => minimum(bar) === 3)).toHaveLength(10);
  expect(searchable('abc', 4)).toBeNull();
  expect(searchable('abcd', 4)).toBe('abcd');
});

// Journeys measure that a bar is as high as its page says (TB-048, second brand).
test('other bars are 77 or 90 px high (CO-032)', () => {
  const heights = (bar: number) => /--bar-mobile:(\d+)px;--bar-desktop:(\d+)px/.exec(barOf(bar))?.slice(1).map(Number);
  expect(heights(2)).toEqual([70, 80]);
  for (const bar of [4, 5, 6, 7, 8]) expect(heights(bar), `bar ${bar}`).toEqual([77, 77]);
  for (const bar of [9, 10, 11, 12, 13]) expect(heights(bar), `bar ${bar}`).toEqual([70, 90]);
});

const entries = (
  login: 'OWN_SELF_LOGIN' | 'EXTERNAL_LOGIN',
  process: 'CART' | 'BOX',
  hasAlias = false,
  role: 'customer' | 'box-office' = 'customer',
) => accountEntries({ login, process, hasAlias, role }, () => true).map(({ entry }) => entry);

test('with own login the account has everything but the alias', () => {
  expect(entries('OWN_SELF_LOGIN', 'CART', true)).toEqual([
    'myOrders',
    'myBookings',
    'myBalance',
    'myData',
    'myPhone',
    'myAddress',
    'myCards',
    'mySecurity',
    'changePassword',
    'mySessions',
    'myPrivacy',
  ]);
});

test('an account that only an external login opens has no password to change', () => {
  const own = { login: 'OWN_SELF_LOGIN', process: 'CART', hasAlias: false, role: 'customer' } as const;
  const leadsTo = (isExternal: boolean) =>
    accountEntries({ ...own, isExternal }, () => true).some(({ entry }) => entry === 'changePassword');
  expect([leadsTo(false), leadsTo(true)]).toEqual([true, false]);
});

test('own data are in the account with own login, not in the box office nor with an external login (TB-026)', () => {
  const own = (...situation: Parameters<typeof entries>) => entries(...situation).includes('myData');
  expect(own('OWN_SELF_LOGIN', 'CART')).toBe(true);
  expect(own('OWN_SELF_LOGIN', 'BOX')).toBe(false);
  expect(own('EXTERNAL_LOGIN', 'CART')).toBe(false);
  const [entry] = accountEntries({ login: 'OWN_SELF_LOGIN', process: 'CART', hasAlias: false, role: 'customer' }).filter(
    ({ entry }) => entry === 'myData',
  );
  expect(entry?.href).toBe('/myData');
});

test('the account leads to the orders, except at the box office (TB-024)', () => {
  const orders = (process: 'CART' | 'BOX') =>
    accountEntries({ login: 'OWN_SELF_LOGIN', process, hasAlias: false, role: 'customer' }).filter(({ entry }) => entry === 'myOrders');
  expect([orders('CART'), orders('BOX')]).toEqual([[{ entry: 'myOrders', href: '/myOrders' }], []]);
  // The menu of a deployment has what its process has, under the name of the page.
  const menuOf = (processType: 'CART' | 'BOX') => htmlIn(frameWith({ processType }), CustomerEntries, {});
  expect(menuOf('CART')).toMatch(/<a href="\/myOrders"[^>]*>Mis compras<\/a>/);
  expect(menuOf('BOX')).not.toContain('myOrders');
  expect(menuOf('BOX')).toContain('href="/myBookingsBox"');
});

test('at the box office the account has its bookings', () => {
  expect(entries('OWN_SELF_LOGIN', 'BOX')).toEqual(['myBookingsBox']);
  expect(entries('OWN_SELF_LOGIN', 'BOX', false, 'box-office')).toEqual(['myBookingsBox']);
});

test('the account leads to the bookings, of the customer or of the box office (TB-025)', () => {
  const bookings = (process: 'CART' | 'BOX') =>
    accountEntries({ login: 'OWN_SELF_LOGIN', process, hasAlias: false, role: 'customer' })
      .filter(({ entry }) => entry.startsWith('myBookings'))
      .map(({ href }) => href);
  expect(bookings('CART')).toEqual(['/myBookings']);
  expect(bookings('BOX')).toEqual(['/myBookingsBox']);
});

const hiddenAtTheBoxOffice = () => {
  const sold = entries('OWN_SELF_LOGIN', 'BOX', true);
  return entries('OWN_SELF_LOGIN', 'CART', true).filter((entry) => !sold.includes(entry));
};

test('a sale at the box office hides orders, own data and phone', () => {
  expect(hiddenAtTheBoxOffice()).toEqual(expect.arrayContaining(['myOrders', 'myData', 'myPhone']));
});

test('a sale at the box office hides address, password and sessions', () => {
  expect(hiddenAtTheBoxOffice()).toEqual(expect.arrayContaining(['myAddress', 'changePassword', 'mySessions']));
});

const external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
const externalBar = (changes: Partial<PublicBrand> = {}) =>
  barOf(2, { login: { ...frameWith().brand.login, mode: 'EXTERNAL_LOGIN', external }, ...changes });

test('where customers log in elsewhere the bar has one button instead of the menu, and none at the box office (GE-020, TB-019, TB-022)', () => {
  expect(externalBar()).toMatch(/<button[^>]*>.*data-msg="Log in into your account">Ingresar a tu cuenta</);
  expect(externalBar()).not.toMatch(/href="\/(login|signUp)"/);
  expect(externalBar({ processType: 'BOX' })).not.toMatch(/Ingresar a tu cuenta|href="\/login"/);
  expect(barOf(2)).not.toContain('Ingresar a tu cuenta');
});

test('a sale at the box office offers nobody the external login, neither in the bar nor in its drawer (RO-024)', () => {
  const whole = (processType: 'CART' | 'BOX') => {
    const frame = frameWith({ processType, login: { ...frameWith().brand.login, mode: 'EXTERNAL_LOGIN', external } });
    return htmlIn(frame, TopBar, { frame });
  };
  expect(whole('CART').match(/data-msg="Log in into your account"/g)?.length).toBeGreaterThan(0);
  expect(whole('BOX')).not.toContain('Log in into your account');
});

test('this deployment has its own login: a visitor finds log-in and sign-up in the bar, and the customer a password to change (GE-021, FL-025)', () => {
  for (const address of ['/login', '/signUp']) expect(barOf(2)).toContain(`href="${address}"`);
  expect(entries(frameWith().brand.login.mode, 'CART')).toContain('changePassword');
});

test('with external login there is no password to change, and own data are a link with the way back (RO-025, RO-026, TB-027)', () => {
  const updateData = updateDataAddress({ external }, 'https://entradas.example');
  expect(updateData).toBe('https://club.example/datos?back_url=https%3A%2F%2Fentradas.example%2F');
  for (const process of ['CART', 'BOX'] as const) {
    const listed = accountEntries({ login: 'EXTERNAL_LOGIN', process, hasAlias: false, role: 'customer', updateData }, () => true);
    expect(listed).toContainEqual({ entry: 'myData', href: updateData });
    expect(listed.map(({ entry }) => entry)).not.toContain('changePassword');
  }
  expect(entries('OWN_SELF_LOGIN', 'CART')).toEqual(expect.arrayContaining(['myData', 'changePassword']));
});

test('the external login is told where to send the browser back to (TB-021)', () => {
  expect(externalLoginAddress('https://entradas.example')).toBe(
    '/externalLogin?redirect_uri=https%3A%2F%2Fentradas.example%2FloginRedirect',
  );
});

test('the alias is there only with external login and for those who have one (TB-028, EN-084)', () => {
  const alias = (login: 'OWN_SELF_LOGIN' | 'EXTERNAL_LOGIN', hasAlias: boolean) =>
    accountEntries({ login, process: 'CART', hasAlias, role: 'customer' }).filter(({ entry }) => entry === 'myAlias');
  expect(alias('EXTERNAL_LOGIN', true)).toEqual([{ entry: 'myAlias', href: '/myAlias' }]);
  expect([alias('EXTERNAL_LOGIN', false), alias('OWN_SELF_LOGIN', true), alias('OWN_SELF_LOGIN', false)]).toEqual([[], [], []]);
});

test('an entry without its screen is left out, so that no menu leads nowhere', () => {
  expect(accountEntries({ login: 'OWN_SELF_LOGIN', process: 'CART', hasAlias: false, role: 'customer' }, () => false)).toEqual([]);
});

test('the language picker knows es, en and pt, no other, each with title, short title and flag (TB-037, EN-059, EN-060)', () => {
  const options = languageOptions(['pt', 'es', 'en', 'fr']);
  expect(options.map(({ locale, title, shortTitle }) => [locale, title, shortTitle])).toEqual([
    ['es', 'Español', 'ES'],
    ['en', 'English', 'EN'],
    ['pt', 'Português', 'PT'],
  ]);
});

test('the language picker offers the configured languages alone (TB-038)', () => {
  expect(languageOptions(['es', 'pt']).map(({ locale }) => locale)).toEqual(['es', 'pt']);
});

test('the picker shows the flag of each configured language, marks the one in use, and is no menu with one (TB-039, EN-062)', () => {
  const picker = (languages: readonly ('es' | 'en' | 'pt')[]) =>
    htmlIn(frameWith({ locale: { ...frameWith().brand.locale, languages } }), LanguagePicker, { asList: true });
  const two = picker(['es', 'pt']);
  expect([...two.matchAll(/href="(\/idioma\/\w+)"/g)].map(([, href]) => href)).toEqual(['/idioma/es', '/idioma/pt']);
  const images = [...two.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&#x27;', "'"));
  expect(images).toEqual(languageOptions(['es', 'pt']).map(({ image }) => image));
  expect(new Set(images).size).toBe(2);
  expect(two).toMatch(/<a[^>]*lang="es"[^>]*aria-current="true"/);
  expect(two.match(/aria-current/g)).toHaveLength(1);
  const one = picker(['es']);
  expect(one).toContain('<abbr title="Español">ES</abbr>');
  expect(one).not.toMatch(/<a |<button|<img/);
});

test('three bars keep a place for cart icon and clock only with the cart flag, the others always (TB-044)', () => {
  const shown = (cartInBar: boolean) =>
    bars.filter((bar) => barOf(bar, { flags: { ...flags, cartInBar } }).includes('data-purchase-corner'));
  expect(bars.filter((bar) => !shown(false).includes(bar))).toEqual([5, 7, 9]);
  expect(shown(true)).toEqual(bars);
});
