import { expect, test } from 'vitest';
import { slotOf } from '../../app/catalogue/billboard/BillboardCard.tsx';
import { eventsOf } from '../../app/catalogue/landing/events.ts';
import { contrast, readableOn } from '../../app/catalogue/landing/LandingScreen.tsx';
import { performanceIdOf } from '../../app/catalogue/performance/performance-id.ts';
import { dayOfWeekAndMonth, whenOf } from '../../app/catalogue/when.tsx';

const words = {
  weekdays: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
  months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
};
const date = (year: number, month: number, day: number) => ({ year, month, day, hour: 21, minute: 0 });

test('one performance is shown with its weekday and time', () => {
  expect(whenOf({ firstDate: date(2026, 12, 11), lastDate: date(2026, 12, 11), performanceCount: 1 }, words)).toEqual({
    kind: 'once',
    day: 'vie 11 dic',
    time: '21:00',
  });
});

test('a run is shown with its first and last day, and the month once when both have it', () => {
  const run = (lastDate: ReturnType<typeof date>) => whenOf({ firstDate: date(2026, 12, 12), lastDate, performanceCount: 5 }, words);
  expect(run(date(2026, 12, 28))).toEqual({ kind: 'run', from: '12', to: '28 dic' });
  expect(run(date(2027, 1, 3))).toEqual({ kind: 'run', from: '12 dic', to: '03 ene' });
});

test('with its weekday a day below ten has one digit', () => {
  expect(dayOfWeekAndMonth(date(2026, 12, 4), words)).toBe('vie 4 dic');
  expect(dayOfWeekAndMonth({ month: 12, day: 4, hour: 21, minute: 0 }, words)).toBe('04 dic');
});

test('a day below ten has two digits before its month (OP-013)', () => {
  expect(whenOf({ firstDate: date(2026, 3, 5), lastDate: date(2026, 4, 9), performanceCount: 9 }, words)).toEqual({
    kind: 'run',
    from: '05 mar',
    to: '09 abr',
  });
});

test('two performances of one day are shown as one day', () => {
  expect(whenOf({ firstDate: date(2026, 12, 12), lastDate: date(2026, 12, 12), performanceCount: 2 }, words)).toMatchObject({
    kind: 'one-day',
    count: 2,
  });
});

test('the id of a performance in the query wins over the one in the path (R-034)', () => {
  expect(performanceIdOf('5', '7')).toBe(5);
  expect(performanceIdOf(null, '7')).toBe(7);
  expect(performanceIdOf(null, undefined)).toBeNull();
  expect(performanceIdOf('x', '7')).toBeNull();
});

test('the title on a show\u2019s own colour can always be read', () => {
  for (const ground of ['#ffffff', '#000000', '#777777', '#cd2029', '#f4b832', '#2c2a74', '#a3cddb', '#c27ba0']) {
    expect(contrast(ground, readableOn(ground)), ground).toBeGreaterThanOrEqual(4.5);
  }
});

test('10, 25 and 40 shows all end in a full row', () => {
  const width = { wide: 14, tall: 6, quarter: 5, fifth: 4, closing: 4, even: 0, featured: 0 };
  for (const count of [10, 25, 40]) {
    const columns = Array.from({ length: count }, (_, index) => width[slotOf(index, { first: 10, batch: 15 })]);
    expect(columns.reduce((sum, each) => sum + each, 0) % 20).toBe(0);
  }
});

const venue = {
  id: 1,
  seo: 'gran-teatro',
  name: 'Gran Teatro',
  address: 'Calle 1',
  city: 'Buenos Aires',
  timeZone: 'America/Argentina/Buenos_Aires',
};
const performance = {
  id: 1,
  hash: 'aaaaaaaaaaaaa',
  date: date(2026, 12, 11),
  startsAt: Date.parse('2026-12-12T00:00:00Z'),
  state: 'on_sale' as const,
  lowestPrice: 1_234_500,
};
const show = {
  id: 1,
  hash: 'aaaaaaaaaaaaa',
  seo: 'hamlet',
  name: 'Hamlet',
  typeId: 1,
  typeName: 'Teatro',
  venueId: 1,
  venueName: 'Gran Teatro',
  venueSeo: 'gran-teatro',
  images: [],
  performanceCount: 2,
  days: [],
  soldOut: false,
  venue,
  performances: [performance, { ...performance, id: 2, state: 'cancelled' as const }],
};

const terms = { origin: 'https://butaca.example', currency: 'ARS', country: 'AR', organizer: 'Butaca' };

test('search engines read one event per performance, with its price and whether it takes place', () => {
  const [first, second] = eventsOf(show, terms);
  expect(first).toMatchObject({
    '@type': 'Event',
    startDate: '2026-12-11T21:00:00-03:00',
    organizer: { '@type': 'Organization', name: 'Butaca', url: 'https://butaca.example' },
    eventStatus: 'https://schema.org/EventScheduled',
    url: 'https://butaca.example/landing/hamlet',
    offers: { priceCurrency: 'ARS', lowPrice: 12345, availability: 'https://schema.org/InStock' },
  });
  expect(second).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
});

test('a date that has moved says so, and when it was to be by the clocks of its venue', () => {
  const moved = { ...performance, movedFrom: Date.parse('2026-12-10T00:00:00Z') };
  expect(eventsOf({ ...show, performances: [moved] }, terms)[0]).toMatchObject({
    startDate: '2026-12-11T21:00:00-03:00',
    previousStartDate: '2026-12-09T21:00:00-03:00',
    eventStatus: 'https://schema.org/EventRescheduled',
  });
  expect(eventsOf(show, terms)[0]).not.toHaveProperty('previousStartDate');
  const off = { ...moved, state: 'cancelled' as const };
  expect(eventsOf({ ...show, performances: [off] }, terms)[0]).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
});

test('search engines read who plays, where it is known', () => {
  const people = [{ name: 'Ana Robles', role: 'Ofelia' }, { name: 'Los del Sur' }];
  expect(eventsOf({ ...show, people }, terms)[0]).toMatchObject({
    performer: [
      { '@type': 'Person', name: 'Ana Robles' },
      { '@type': 'Person', name: 'Los del Sur' },
    ],
  });
  expect(eventsOf(show, terms)[0]).not.toHaveProperty('performer');
});

test('a performance at another venue has the address of that one', () => {
  const away = {
    ...performance,
    venueName: 'Sala Dos',
    venueAddress: 'Calle 2',
    venueCity: 'Rosario',
    venueProvince: 'Santa Fe',
    venuePostcode: 'S2000',
  };
  const [event] = eventsOf({ ...show, performances: [away] }, terms);
  expect(event?.location).toEqual({
    '@type': 'Place',
    name: 'Sala Dos',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Calle 2',
      addressLocality: 'Rosario',
      addressRegion: 'Santa Fe',
      postalCode: 'S2000',
      addressCountry: 'AR',
    },
  });
});

test('an event ends when its length is known, by the clocks of its venue', () => {
  const [event] = eventsOf({ ...show, durationMinutes: 200 }, terms);
  expect(event).toMatchObject({ endDate: '2026-12-12T00:20:00-03:00', duration: 'PT200M' });
  expect(eventsOf(show, terms)[0]).not.toHaveProperty('endDate');
  const east = { ...performance, startsAt: Date.parse('2026-12-11T15:30:00Z') };
  expect(eventsOf({ ...show, performances: [east] }, terms)[0]).toMatchObject({ startDate: '2026-12-11T21:00:00+05:30' });
  const within = { ...east, startsAt: east.startsAt + 45_500 };
  expect(eventsOf({ ...show, performances: [within] }, terms)[0]).toMatchObject({ startDate: '2026-12-11T21:00:45+05:30' });
});

test('an announced date can be ordered later, from the moment that is told in the venue’s time', () => {
  const announced = { ...performance, state: 'announced' as const, onSaleAt: Date.parse('2026-12-01T13:00:00Z') };
  expect(eventsOf({ ...show, performances: [announced] }, terms)[0]).toMatchObject({
    offers: { availability: 'https://schema.org/PreOrder', validFrom: '2026-12-01T10:00:00-03:00' },
  });
});

test('search engines get a full place and pictures of pixels, largest first', () => {
  const image = { width: 1200, height: 630, alt: '' };
  const images = [
    { ...image, kind: 'poster' as const, url: '/images/a/hamlet.svg' },
    { ...image, kind: 'share' as const, url: '/images/b/hamlet.png' },
  ];
  const located = { ...venue, province: 'Ciudad Autónoma de Buenos Aires', postcode: 'C1042ALB' };
  expect(eventsOf({ ...show, venue: located }, terms)[0]).toMatchObject({
    location: { address: { addressRegion: 'Ciudad Autónoma de Buenos Aires', postalCode: 'C1042ALB', addressCountry: 'AR' } },
  });
  expect(eventsOf(show, terms)[0]?.location).not.toHaveProperty('address.addressRegion');
  expect(eventsOf(show, terms)[0]?.location).not.toHaveProperty('address.postalCode');
  expect(eventsOf({ ...show, images }, terms)[0]).toMatchObject({
    image: ['https://butaca.example/images/b/hamlet.png'],
    location: {
      '@type': 'Place',
      name: venue.name,
      address: { streetAddress: 'Calle 1', addressLocality: 'Buenos Aires', addressCountry: 'AR' },
    },
  });
});
