import { expect, test } from 'vitest';
import { accountEntries } from '../../app/chrome/top-bar/account-entries.ts';
import { languageOptions } from '../../app/chrome/top-bar/LanguageName.tsx';
import { showsPurchase, topBarVariant, typesOfBar } from '../../app/chrome/top-bar/variants.ts';

const types = [8, 3, 1, 2, 7, 5, 6, 4].map((order) => ({ id: order, order }));
const orders = (variant: number, of: readonly { order?: number }[] = types) =>
  typesOfBar(of, topBarVariant(variant)).map(({ order }) => order);

test('bar 2 shows the first six types in order (TB-006)', () => {
  expect(orders(2)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(orders(2, [{ order: 40 }, {}, { order: 10 }])).toEqual([10, 40, undefined]);
});

test('other bars show at most five types of order five or less (TB-004)', () => {
  expect(orders(1)).toEqual([1, 2, 3, 4, 5]);
  expect(orders(1, [{ order: 5 }, { order: 6 }, {}])).toEqual([5]);
});

test('one bar keeps types of order three or less (TB-005)', () => expect(orders(3)).toEqual([1, 2, 3]));

test('bar 2 is 70 px high on a phone and 80 px otherwise (TB-048)', () => {
  expect(topBarVariant(2).height).toEqual({ mobile: 70, desktop: 80 });
});

test('other bars are 77 or 90 px high (CO-032)', () => {
  expect([4, 8, 9, 13].map((variant) => topBarVariant(variant).height.desktop)).toEqual([77, 77, 90, 90]);
});

const entries = (
  login: 'OWN_SELF_LOGIN' | 'EXTERNAL_LOGIN',
  process: 'CART' | 'BOX',
  hasAlias = false,
  role: 'customer' | 'box-office' = 'customer',
) => accountEntries({ login, process, hasAlias, role }, () => true).map(({ entry }) => entry);

test('with own login the account has everything but the alias (TB-024, TB-026, TB-031)', () => {
  expect(entries('OWN_SELF_LOGIN', 'CART', true)).toEqual(['myOrders', 'myBookings', 'myData', 'myPhone', 'myAddress', 'changePassword']);
});

test('at the box office the account has its bookings (TB-034)', () => {
  expect(entries('OWN_SELF_LOGIN', 'BOX')).toEqual(['myBookingsBox']);
  expect(entries('OWN_SELF_LOGIN', 'BOX', false, 'box-office')).toEqual(['myBookingsBox']);
});

const hiddenAtTheBoxOffice = () => {
  const sold = entries('OWN_SELF_LOGIN', 'BOX', true);
  return entries('OWN_SELF_LOGIN', 'CART', true).filter((entry) => !sold.includes(entry));
};

test('a sale at the box office hides orders, own data and phone (RO-019, RO-020, RO-021)', () => {
  expect(hiddenAtTheBoxOffice()).toEqual(expect.arrayContaining(['myOrders', 'myData', 'myPhone']));
});

test('a sale at the box office hides address and password (RO-022, RO-023)', () => {
  expect(hiddenAtTheBoxOffice()).toEqual(expect.arrayContaining(['myAddress', 'changePassword']));
});

test('the alias is there only with external login and for who has one (TB-028)', () => {
  expect(entries('EXTERNAL_LOGIN', 'CART', true)).toContain('myAlias');
  expect(entries('EXTERNAL_LOGIN', 'CART', false)).not.toContain('myAlias');
});

test('an entry without its screen is left out, so that no menu leads nowhere', () => {
  expect(accountEntries({ login: 'OWN_SELF_LOGIN', process: 'CART', hasAlias: false, role: 'customer' }, () => false)).toEqual([]);
});

test('the language picker knows es, en and pt (TB-037)', () => {
  expect(languageOptions(['pt', 'es', 'en', 'fr']).map(({ locale }) => locale)).toEqual(['es', 'en', 'pt']);
});

test('the language picker offers what is configured (TB-038)', () => {
  expect(languageOptions(['es', 'pt']).map(({ locale }) => locale)).toEqual(['es', 'pt']);
});

test('three bars show cart icon and clock only with the cart flag, the others always (TB-044)', () => {
  const bars = Array.from({ length: 13 }, (_, index) => index + 1);
  const shown = (cartInBar: boolean) => bars.filter((bar) => showsPurchase(topBarVariant(bar), { cartInBar }));
  expect(bars.filter((bar) => !shown(false).includes(bar))).toEqual([5, 7, 9]);
  expect(shown(true)).toEqual(bars);
});
