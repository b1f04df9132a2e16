import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestAvailable, leavesOrphan, offersFor, seatingOf } from '../src/best-available/index.ts';
import { compileVenueMap } from '../src/index.ts';
import { everyChoice, sectionAt } from './every-choice.ts';
import { anyHall, bitsOf, range } from './halls.ts';

const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** Taken and free seats by turns, over and over. */
const turns = fc.array(fc.record({ taken: fc.integer({ min: 1, max: 5 }), free: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 6,
});

/** A hall in which groups of places are free, and a request. */
const anyQuestion = fc
  .record({
    map: anyHall,
    turns,
    quantity: fc.integer({ min: 1, max: 8 }),
    sections: rarely(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 })),
    categories: rarely(fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 })),
  })
  .map(({ map, turns, quantity, sections, categories }) => {
    const compiled = compileVenueMap(map);
    const states = turns.flatMap(({ taken, free }) => [...range(0, taken).map(() => false), ...range(0, free).map(() => true)]);
    const free = range(0, compiled.placeCount).filter((place) => states[place % states.length]);
    const wanted = { quantity, sections, categories };
    return { map, compiled, free: new Set(free), bits: bitsOf(compiled.placeCount, free), wanted };
  });

const ask = (question: typeof anyQuestion extends fc.Arbitrary<infer Value> ? Value : never) => {
  const { map, compiled, free, bits, wanted } = question;
  const seating = seatingOf(compiled, map.focal);
  const far = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + Math.hypot((compiled.x[place] ?? 0) - map.focal.x, (compiled.y[place] ?? 0) - map.focal.y), 0);
  return { ...question, seating, choices: everyChoice(map, compiled, free, wanted), found: bestAvailable(seating, bits, wanted), far };
};

test('the places are free, different, as many as wanted and of the sections and categories that are wanted', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { found, map, compiled, free, wanted } = ask(question);
      if (!found) return;
      expect(new Set(found.places).size).toBe(wanted.quantity);
      for (const place of found.places) {
        expect(free.has(place)).toBe(true);
        if (wanted.sections) expect(wanted.sections).toContain(sectionAt(map, place));
        if (wanted.categories) expect(wanted.categories).toContain(compiled.category[place]);
      }
      expect(new Set(found.places.map((place) => sectionAt(map, place))).size).toBe(1);
    }),
    { numRuns: 150 },
  );
});

test('the answer is the one that an exhaustive search finds', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { found, choices, wanted } = ask(question);
      const kind =
        choices.clean.length > 0
          ? 'adjacent'
          : choices.stranding.length > 0
            ? 'adjacent_with_orphan'
            : choices.twoRows.length > 0
              ? 'two_rows'
              : choices.largestSection >= wanted.quantity
                ? 'not_contiguous'
                : undefined;
      expect(found?.kind).toBe(kind);
      const same = { adjacent: choices.clean, adjacent_with_orphan: choices.stranding, two_rows: choices.twoRows }[kind as 'adjacent'];
      if (same) expect(same.map(String)).toContain(String(found?.places));
    }),
    { numRuns: 400 },
  );
});

test('no other places of the same kind are nearer to the stage', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { found, choices, far } = ask(question);
      if (found?.kind !== 'adjacent' && found?.kind !== 'adjacent_with_orphan') return;
      const nearest = Math.min(...(found.kind === 'adjacent' ? choices.clean : choices.stranding).map(far));
      expect(far(found.places)).toBeLessThan(nearest + 0.01);
    }),
    { numRuns: 150 },
  );
});

test('buyers who ask at once get places of the same kind, not much further from the stage', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(anyQuestion, chance, fc.integer({ min: 2, max: 40 }), (question, random, among) => {
      const { seating, bits, wanted, found, choices, far } = ask(question);
      const spread = bestAvailable(seating, bits, { ...wanted, among, random: () => random });
      expect(spread?.kind).toBe(found?.kind);
      if (found?.kind !== 'adjacent' && found?.kind !== 'adjacent_with_orphan') return;
      const places = spread?.places ?? [];
      const same = (found.kind === 'adjacent' ? choices.clean : choices.stranding).map(String);
      expect(new Set(places).size).toBe(wanted.quantity);
      expect(same.includes(String(places)) || areStanding(question, places)).toBe(true);
      expect(far(places)).toBeLessThan(far(found.places) * 1.25 + 0.01);
    }),
    { numRuns: 150 },
  );
});

const areStanding = ({ map, free }: Parameters<typeof ask>[0], places: readonly number[]) =>
  places.every((place) => free.has(place) && map.sections[sectionAt(map, place)]?.kind !== 'seated');

test('the offers name how many places each section has left', () => {
  fc.assert(
    fc.property(anyQuestion, ({ map, compiled, free, bits, wanted }) => {
      const offers = offersFor(seatingOf(compiled, map.focal), bits, wanted);
      map.sections.forEach((_, section) => {
        const { largestSection } = everyChoice(map, compiled, free, { ...wanted, sections: [section] });
        expect(offers.find((offer) => offer.section === section)?.quantity ?? 0).toBe(largestSection);
      });
    }),
    { numRuns: 60 },
  );
});

test('the hint about single seats agrees with the choice of best places', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { found, seating, bits, choices } = ask({
        ...question,
        wanted: { ...question.wanted, sections: undefined, categories: undefined },
      });
      if (found?.kind === 'adjacent') expect(leavesOrphan(seating, bits, found.places)).toEqual([]);
      const rowOf = (place: number) => seating.stretches.find(({ first, end }) => place >= first && place < end)?.row;
      const better = new Set(choices.clean.map(([first = -1]) => rowOf(first)));
      for (const places of choices.stranding) {
        const [first = -1, last = -1] = [places[0], places.at(-1)];
        const orphans = leavesOrphan(seating, bits, places);
        expect(orphans.length > 0).toBe(better.has(rowOf(first)));
        for (const place of orphans) expect([first - 1, last + 1]).toContain(place);
      }
    }),
    { numRuns: 60 },
  );
});
