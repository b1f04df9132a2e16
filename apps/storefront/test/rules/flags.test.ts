import type { PublicBrand } from '@butaca/brand';
import type { Customer, PerformanceDetail } from '@butaca/contract';
import type { FunctionComponent } from 'react';
import { describe, expect, test } from 'vitest';
import { OwnDataScreen } from '../../app/account/own-data/OwnDataScreen.tsx';
import { BillboardScreen } from '../../app/catalogue/billboard/BillboardScreen.tsx';
import { noOthers } from '../../app/catalogue/performance/OtherDates.tsx';
import { PerformanceScreen } from '../../app/catalogue/performance/PerformanceScreen.tsx';
import { Footer } from '../../app/chrome/Footer.tsx';
import { Splash } from '../../app/chrome/Splash.tsx';
import { TopBar } from '../../app/chrome/top-bar/TopBar.tsx';
import SignUpScreen from '../../app/login/sign-up/SignUpScreen.tsx';
import { BuyScreen } from '../../app/purchase/buy/BuyScreen.tsx';
import { buyProblems, checksOf } from '../../app/purchase/buy/buy-form.ts';
import { Rates } from '../../app/purchase/buy/card/CardSection.tsx';
import { PaySection } from '../../app/purchase/buy/PaySection.tsx';
import { PromotionScreen } from '../../app/purchase/promotion/PromotionScreen.tsx';
import { asksLogin } from '../../app/session/asks-login.ts';
import { frameWith, htmlIn } from '../render.ts';
import { aForm, aPurchase } from './buy/a-purchase.ts';

type Flags = PublicBrand['flags'];
type Shown = (brand: PublicBrand) => unknown;

const screen =
  <Props extends object>(component: FunctionComponent<Props>, props: Props): Shown =>
  (brand) =>
    htmlIn(frameWith(brand), component, props);

const performance: PerformanceDetail = {
  id: 101,
  hash: 'abcdefghij234',
  showSeo: 'hamlet',
  show: { name: 'Hamlet', images: [] },
  venue: { id: 1, seo: 'alborada', name: 'Alborada', address: 'Telón 1', city: 'Rosario', timeZone: 'America/Argentina/Buenos_Aires' },
  date: { day: 5, month: 12, year: 2026, hour: 21, minute: 0 },
  startsAt: Date.UTC(2026, 11, 6),
  state: 'announced',
  priceLevels: [
    { id: 1, name: 'Platea', prices: [{ priceTypeId: 1, name: 'General', face: 2_990_000, charges: 0, final: 2_990_000, net: 2_471_074 }] },
  ],
  sectors: [{ id: 1, name: 'Platea', kind: 'seated', capacity: 20, priceLevelIds: [1] }],
};
const customer = {
  firstName: 'Julia',
  lastName: 'Paredes',
  country: 'ar',
  email: 'julia@correo.example',
  isEmailConfirmed: true,
  hasAlias: false,
  addresses: [],
  phones: [],
} as const satisfies Customer;
const promotion = { id: 1, name: '2x1', saved: 1_000_000, total: 4_980_000, applied: true };
const card = (number: string, expiry: string, code: string) => (brand: PublicBrand) =>
  buyProblems(
    { ...aForm, number, expiry, code },
    {
      today: { year: 2026, month: 11, day: 21 },
      checks: checksOf(brand.flags),
      deliveryChosen: true,
      termsAccepted: true,
    },
  );
const right = { number: '4507 9900 0000 4905', expiry: '08/30', code: '123' };

/** Where a visitor meets each flag; one without an entry is a type error. The overview stands over the canvas, which only a browser has. */
const flags: Readonly<Record<Exclude<keyof Flags, 'seatMapThumbnail'>, Shown>> = {
  products: (brand) => htmlIn(frameWith(brand), TopBar, { frame: frameWith(brand) }),
  seatSelectionRequiresLogin: (brand) => asksLogin('/funcion/hamlet/101', brand.flags),
  seatSelectionBanner: screen(PerformanceScreen, { performance, closed: null, others: noOthers, picture: null, certain: true }),
  multiPromotion: screen(PromotionScreen, {
    purchase: aPurchase(),
    performance: { id: 7, placeCount: 2, places: [] },
    offered: { items: [promotion], undiscounted: 5_980_000, total: 4_980_000, asksCode: false },
  }),
  cartAtPayment: screen(BuyScreen, {
    checkout: {
      purchase: { ...aPurchase(), stage: 'open' },
      paymentMethods: [],
      deliveryTypes: [],
      payer: customer,
      billing: undefined,
      limits: new Map(),
    },
  }),
  termsAtSignUp: screen(SignUpScreen, {}),
  cartInBar: (brand) => {
    const frame = frameWith({ ...brand, chrome: { ...brand.chrome, topBar: 5 } });
    return htmlIn(frame, TopBar, { frame });
  },
  validateCardNumber: card('4507990000004906', right.expiry, right.code),
  validateSecurityCode: card(right.number, right.expiry, '12'),
  validateCardExpiry: card(right.number, '10/26', right.code),
  editOwnData: screen(OwnDataScreen, { customer }),
  netPrices: screen(PerformanceScreen, { performance, closed: null, others: noOthers, picture: null, certain: true }),
  creditRates: screen(Rates, { plan: { instalments: 3, amount: 1_100_000, total: 3_300_000, annualRate: 54.9, totalCostRate: 70.1 } }),
};

const { brand } = frameWith();

describe('a visitor sees whether', () => {
  test.each(Object.entries(flags))('%s is set', (name, shown) => {
    const [off, on] = [false, true].map((value) => shown({ ...brand, flags: { ...brand.flags, [name]: value } }));
    expect(on).not.toEqual(off);
    expect(on).toBeDefined();
  });
});

test('a bar has the shop only where products are sold (TB-015, FL-017)', () => {
  expect(brand.flags.products).toBe(true);
  expect(flags.products(brand)).toContain('href="/tienda"');
  expect(flags.products({ ...brand, flags: { ...brand.flags, products: false } })).not.toContain('/tienda');
});

test('this deployment has no cart beside the payment and no terms at sign-up (FL-009, VA-036, FL-019)', () => {
  expect(flags.cartAtPayment(brand)).not.toContain('cart-title');
  expect(flags.termsAtSignUp(brand)).not.toContain('name="terms"');
});

test('this deployment leaves the cart out of a bar that asks for its flag (FL-018)', () => {
  expect(flags.cartInBar(brand)).not.toContain('data-purchase-corner');
  expect(flags.cartInBar({ ...brand, flags: { ...brand.flags, cartInBar: true } })).toContain('data-purchase-corner');
});

test('this deployment has bar 2 and footer 2 (CO-026, CO-027, GE-024)', () => {
  const chromeOf = (changes: Partial<PublicBrand>) => {
    const frame = frameWith(changes);
    return [htmlIn(frame, TopBar, { frame }), htmlIn(frame, Footer, { frame })];
  };
  const [bar, footer] = chromeOf({});
  expect([bar, footer]).toEqual(chromeOf({ chrome: { ...brand.chrome, topBar: 2, footer: 2 } }));
  const [otherBar, otherFooter] = chromeOf({ chrome: { ...brand.chrome, topBar: 9, footer: 9 } });
  expect(otherBar).not.toBe(bar);
  expect(otherFooter).not.toBe(footer);
});

test('the curtain takes three seconds, or as long as the brand says (CO-006)', () => {
  expect(screen(Splash, {})(brand)).toContain('--splash-ms:3000ms');
  expect(screen(Splash, {})({ ...brand, constants: { ...brand.constants, splashMs: 500 } })).toContain('--splash-ms:500ms');
});

test('this deployment speaks Spanish alone, and its bar says so (FL-026)', () => {
  const bar = (changes: Partial<PublicBrand>) => {
    const frame = frameWith(changes);
    return htmlIn(frame, TopBar, { frame });
  };
  expect(bar({})).toContain('<abbr title="Español">ES</abbr>');
  expect(bar({})).not.toMatch(/English|Português/);
  expect(bar({ locale: { ...brand.locale, language: 'pt', languages: ['pt'] } })).toContain('<abbr title="Português">PT</abbr>');
});

describe('the billboard', () => {
  const rest = [{ id: 11, seo: 'once', name: 'Once', venueName: 'Alborada', performanceCount: 1, soldOut: false }];
  const shows = [
    { id: 1, hash: 'abcdefghij234', seo: 'uno', name: 'Uno', typeId: 1, typeName: 'Teatro', venueName: 'Alborada', venueId: 1 },
  ];
  const cards = shows.map((show) => ({ ...show, performanceCount: 1, days: [], soldOut: false }));
  const billboard = (changes: Partial<PublicBrand['billboard']>) =>
    htmlIn(frameWith({ billboard: { ...brand.billboard, ...changes } }), BillboardScreen, { shows: cards, rest });

  test('offers more shows with a button only where the brand wants one (FL-021)', () => {
    expect(brand.billboard.loadMoreButton).toBe(false);
    expect(billboard({})).not.toContain('Ver más espectáculos');
    expect(billboard({ loadMoreButton: true })).toMatch(/<button[^>]*>Ver más espectáculos<\/button>/);
  });

  const image = { url: '/x.webp', width: 1600, height: 900, alt: '' };
  const featuredIn = (featured: Partial<PublicBrand['billboard']['featured']>, changes: Partial<PublicBrand['billboard']> = {}) => {
    const six = Array.from({ length: 6 }, (_, index) => ({ ...cards[0], id: index + 1, name: `Show ${index + 1}`, featured: image }));
    const html = htmlIn(
      frameWith({ billboard: { ...brand.billboard, featured: { ...brand.billboard.featured, ...featured }, ...changes } }),
      BillboardScreen,
      { shows: six as typeof cards, rest: [] },
    );
    const block = /<section[^>]*>(?:(?!<\/section>).)*Destacados.*?<\/section>/s.exec(html)?.[0] ?? '';
    const on = (screen: 'phone' | 'desktop') =>
      [...block.matchAll(/<li [^>]*>/g)].filter(([item]) => !item.includes(`data-only="${screen === 'phone' ? 'desktop' : 'phone'}"`))
        .length;
    return { block, desktop: on('desktop'), phone: on('phone') };
  };

  test('has neither featured shows nor a carousel here, and both where a brand wants them (FL-022)', () => {
    expect(featuredIn({}).block).toBe('');
    expect(featuredIn({}, { carousel: true }).block).toBe('');
    expect(featuredIn({ shown: true }).block).toContain('Show 1');
    expect(featuredIn({ shown: true }).block).not.toContain('aria-roledescription');
    expect(featuredIn({ shown: true }, { carousel: true }).block).toContain('aria-roledescription="carrusel"');
  });

  test('features three shows on a wide screen, or as many as the brand says (CO-012)', () => {
    expect(featuredIn({ shown: true }).desktop).toBe(3);
    expect(featuredIn({ shown: true, desktop: 5 })).toMatchObject({ desktop: 5, phone: 3 });
  });

  test('features three shows on a phone, or as many as the brand says (CO-013)', () => {
    expect(featuredIn({ shown: true }).phone).toBe(3);
    expect(featuredIn({ shown: true, mobile: 1 })).toMatchObject({ desktop: 3, phone: 1 });
  });

  test.each([
    ['date', '¿Cuándo?'],
    ['type', 'Tipo'],
    ['venue', 'Sala'],
    ['zone', 'Zona'],
  ] as const)('has a filter by %s only where the brand wants one', (filter, label) => {
    const none = { date: false, type: false, venue: false, zone: false, prices: [] };
    expect(billboard({ filters: none })).not.toContain('<select');
    const labels = [...billboard({ filters: { ...none, [filter]: true } }).matchAll(/<label[^>]*>([^<]*)<\/label>/g)];
    expect(labels.map(([, text]) => text)).toEqual([label]);
  });
});

test('the box at a payment has the link to the terms in its label, or below it in the other variant (CO-028)', () => {
  const box = (terms: number) => {
    const html = screen(PaySection, { total: 1_000, plan: undefined, free: false, paying: false, waitsFor: undefined, problem: undefined })(
      {
        ...brand,
        chrome: { ...brand.chrome, terms },
      },
    ) as string;
    const label = /<label[^>]*>.*?<\/label>/s.exec(html)?.[0] ?? '';
    return { linkInLabel: label.includes('href="/termsAndConditions"'), link: html.includes('href="/termsAndConditions"'), label };
  };
  expect(brand.chrome.terms).toBe(2);
  expect(box(brand.chrome.terms)).toMatchObject({ linkInLabel: true, link: true });
  expect(box(1)).toMatchObject({ linkInLabel: false, link: true });
  for (const variant of [1, 2]) expect(box(variant).label).toContain('términos y condiciones');
});
