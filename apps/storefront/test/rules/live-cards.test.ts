import { expect, test } from 'vitest';
import type { ShowCard } from '../../app/catalogue/card.ts';
import { inTheirPlaces, newsOf, nextMoment } from '../../app/catalogue/moments/live-cards.ts';

const card = (id: number, given: Partial<ShowCard> = {}): ShowCard => ({
  ...{ id, hash: 'h', seo: `show-${id}`, name: `Show ${id}`, typeId: 1, typeName: 'Teatro', venueId: 1, venueName: 'Alborada' },
  ...{ performanceCount: 1, days: [], soldOut: false },
  ...given,
});

const whole = (billboard: readonly ShowCard[]) => ({ listed: billboard, billboard });

test('cards wait for the first moment at which the clock changes one of them', () => {
  expect(nextMoment([])).toBeUndefined();
  expect(nextMoment([card(1)])).toBeUndefined();
  expect(nextMoment([card(1, { changesAt: 9 }), card(2), card(3, { changesAt: 5 })])).toBe(5);
});

test('each card stays where it was; shows without one follow in their order, and new ones come last', () => {
  const now = [card(9), card(4), card(2, { lowestPrice: 5 }), card(1)];
  const shown = inTheirPlaces({ shows: [card(1), card(2)], toCome: [card(3), card(4)] }, whole(now));
  expect(shown.map(({ id }) => id)).toEqual([1, 2, 4, 9]);
  expect(shown[1]?.lowestPrice).toBe(5);
});

test('a card of a show that is no longer listed stays, says so, and waits for nothing', () => {
  const [gone] = inTheirPlaces({ shows: [card(1, { changesAt: 5 })] }, whole([]));
  expect(gone).toMatchObject({ id: 1, became: 'gone', changesAt: undefined });
  expect(inTheirPlaces({ shows: gone ? [gone] : [] }, whole([card(1)]))[0]?.became).toBeUndefined();
});

test('a show that was added in front of a page of results pushes no card out: what slipped to the next page is not gone', () => {
  const PER_PAGE = 30;
  const all = Array.from({ length: 2 * PER_PAGE }, (_, index) => card(index + 1, { changesAt: 5 }));
  const page = all.slice(0, PER_PAGE);
  const listed = [card(100), ...all].slice(0, PER_PAGE);
  const now = inTheirPlaces({ shows: page }, { listed });
  expect(now.map(({ id }) => id)).toEqual([...page.map(({ id }) => id), 100]);
  // The answer of a later moment will not have it either.
  expect(now[PER_PAGE - 1]).toEqual({ ...page[PER_PAGE - 1], changesAt: undefined });
  expect(newsOf(page, now)).toEqual([]);
});

test('a show whose next date is at another venue is not gone from the page of its venue; one that left the billboard is', () => {
  const moved = card(1, { venueId: 2, venueName: 'Polideportivo' });
  const now = inTheirPlaces({ shows: [card(1), card(2), card(3)] }, { listed: [card(2)], billboard: [moved, card(2), card(4)] });
  expect(now.map(({ id, became }) => [id, became])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 'gone'],
  ]);
  expect(now[0]).toEqual(moved);
});

test('a show that goes on sale says so from then on, and one that sells out does not', () => {
  const opened = inTheirPlaces({ shows: [card(1, { announced: true })] }, whole([card(1)]));
  expect(opened[0]?.became).toBe('on_sale');
  expect(inTheirPlaces({ shows: opened }, whole([card(1)]))[0]?.became).toBe('on_sale');
  expect(inTheirPlaces({ shows: opened }, whole([card(1, { announced: true })]))[0]?.became).toBeUndefined();
  expect(inTheirPlaces({ shows: [card(1, { announced: true })] }, whole([card(1, { soldOut: true })]))[0]?.became).toBeUndefined();
});

test('news are what went on sale, sold out or is gone, each once, and not what came', () => {
  const before = [card(1, { announced: true }), card(2), card(3), card(4, { soldOut: true })];
  const now = inTheirPlaces({ shows: before }, whole([card(1), card(2, { soldOut: true }), card(4, { soldOut: true }), card(5)]));
  expect(newsOf(before, now).map(({ id, kind }) => [id, kind])).toEqual([
    [1, 'on_sale'],
    [2, 'sold_out'],
    [3, 'gone'],
  ]);
  expect(newsOf(now, now)).toEqual([]);
});
