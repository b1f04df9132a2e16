import type { Row, VenueMap } from '@butaca/venue-map';
import { readVenueMap } from '@butaca/venue-map/read';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapOf, open, row, seated } from './maps.ts';

const withRow = (over: object) => mapOf(seated([row(over as Partial<Row>)]));
const withMap = (over: object) => ({ ...mapOf(seated([row()])), ...over });
const line = { type: 'line', from: { x: 0, y: 0 }, to: { x: 90, y: 0 } };
const rowPath = 'sections.0.rows.0';

const paths = (value: unknown) => {
  const read = readVenueMap(value);
  if (read.ok) throw new Error('the map was accepted');
  for (const { reason } of read.problems) expect(reason).not.toBe('');
  return read.problems.map(({ path }) => path);
};

describe('a broken map is refused, and the place in it is named', () => {
  test.each([null, undefined, 7, 'map', [], [mapOf(seated([row()]))]])('a value that is no map: %s', (value) => {
    expect(paths(value)).toEqual(['the file']);
  });

  test.each<[string, unknown, string]>([
    ['another version of the form', withMap({ schema: 'venue-map/2' }), 'schema'],
    ['no version', withMap({ schema: undefined }), 'schema'],
    ['no focal point', withMap({ focal: null }), 'focal'],
    ['a focal point at infinity', withMap({ focal: { x: Number.POSITIVE_INFINITY, y: 0 } }), 'focal.x'],
    ['an absurd size', withMap({ size: { width: 1e12, height: 10 } }), 'size.width'],
    ['a size below nothing', withMap({ size: { width: 10, height: -1 } }), 'size.height'],
    ['no categories', withMap({ categories: undefined }), 'categories'],
    [
      'the same category twice',
      withMap({
        categories: [
          { id: 'platea', name: 'A' },
          { id: 'platea', name: 'B' },
        ],
      }),
      'categories.1',
    ],
    ['a colour that is none', withMap({ categories: [{ id: 'platea', name: 'A', color: 'url(x)' }] }), 'categories.0.color'],
    ['sections that are null', withMap({ sections: null }), 'sections'],
    ['no sections', withMap({ sections: [] }), 'sections'],
    ['a section of no kind', withMap({ sections: [{ id: 'a', label: 'A', kind: 'flying' }] }), 'sections.0.kind'],
    ['the same section twice', mapOf(seated([row()]), seated([row()])), 'sections.1'],
    ['a section on an unknown level', mapOf(seated([row()], { level: 'cielo' })), 'sections.0.level'],
    [
      'an outline of two corners',
      mapOf(
        seated([row()], {
          outline: [
            { x: 0, y: 0 },
            { x: 1, y: 1 },
          ],
        }),
      ),
      'sections.0.outline',
    ],
    ['a section without rows', mapOf(seated([])), 'sections.0.rows'],
    ['the same row twice', mapOf(seated([row(), row()])), 'sections.0.rows.1'],
    ['a standing field without capacity', mapOf(open('standing', 0)), 'sections.0.capacity'],
    ['a standing field for half a person', mapOf(open('standing', 10.5)), 'sections.0.capacity'],
    ['a standing field of an unknown category', mapOf(open('standing', 10, { category: 'nada' })), 'sections.0.category'],
    ['more than 200,000 places in one field', mapOf(open('standing', 200_001)), 'sections.0.capacity'],
    ['more than 200,000 places in all', mapOf(open('standing', 200_000), seated([row()])), 'sections'],
    ['a row of an unknown category', withRow({ category: 'nada' }), `${rowPath}.category`],
    ['a row of a category that every object has', withRow({ category: 'toString' }), `${rowPath}.category`],
    ['2,001 seats in a row', withRow({ count: 2001 }), `${rowPath}.count`],
    [
      '2,001 points in a row',
      withRow({ count: undefined, curve: { type: 'points', points: Array(2001).fill({ x: 0, y: 0 }) } }),
      `${rowPath}.curve.points`,
    ],
    ['a straight row without its count', withRow({ count: undefined }), `${rowPath}.count`],
    ['points and another count', withRow({ count: 3, curve: { type: 'points', points: [{ x: 0, y: 0 }] } }), `${rowPath}.count`],
    ['a curve of no type', withRow({ curve: { ...line, type: 'spiral' } }), `${rowPath}.curve.type`],
    ['a curve to nowhere', withRow({ curve: { ...line, to: { x: Number.NaN, y: 0 } } }), `${rowPath}.curve.to.x`],
    [
      'a circle without a radius',
      withRow({ curve: { type: 'arc', center: { x: 0, y: 0 }, radius: 0, start: 0, end: 9 } }),
      `${rowPath}.curve.radius`,
    ],
    ['an aisle outside the row', withRow({ gaps: [10] }), `${rowPath}.gaps`],
    ['an aisle before the row', withRow({ gaps: [-1] }), `${rowPath}.gaps.0`],
    ['the same aisle twice', withRow({ gaps: [3, 3] }), `${rowPath}.gaps`],
    ['a row of aisles only', withRow({ count: 2, gaps: [0, 1] }), rowPath],
    ['an exception that names no category', withRow({ exceptions: [{ from: 0, to: 1 }] }), `${rowPath}.exceptions.0.category`],
    [
      'an exception of an unknown category',
      withRow({ exceptions: [{ from: 0, to: 1, category: 'nada' }] }),
      `${rowPath}.exceptions.0.category`,
    ],
    [
      'an exception past the last seat',
      withRow({ gaps: [0], exceptions: [{ from: 8, to: 9, category: 'palco' }] }),
      `${rowPath}.exceptions.0`,
    ],
    [
      'an exception that ends before it starts',
      withRow({ exceptions: [{ from: 3, to: 2, category: 'palco' }] }),
      `${rowPath}.exceptions.0`,
    ],
    [
      'a wheelchair place past the last seat',
      withRow({ gaps: [0], traits: [{ seat: 9, trait: 'wheelchair' }] }),
      `${rowPath}.traits.0.seat`,
    ],
    ['a trait that we do not know', withRow({ traits: [{ seat: 0, trait: 'throne' }] }), `${rowPath}.traits.0.trait`],
    [
      'numbers for fewer seats than there are',
      withRow({ count: 3, numbering: { scheme: 'list', numbers: ['1', '2'] } }),
      `${rowPath}.numbering.numbers`,
    ],
    ['odd numbers from an even one', withRow({ numbering: { scheme: 'odd', start: 4 } }), `${rowPath}.numbering.start`],
    ['even numbers from an odd one', withRow({ numbering: { scheme: 'even', start: 5 } }), `${rowPath}.numbering.start`],
    ['numbers below nought', withRow({ numbering: { scheme: 'up', start: -1 } }), `${rowPath}.numbering.start`],
    ['a scheme that we do not know', withRow({ numbering: { scheme: 'roman' } }), `${rowPath}.numbering.scheme`],
  ])('%s', (_, value, path) => {
    expect(paths(value)).toContain(path);
  });

  test('never by an exception, whatever the value is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (value) => {
        expect(readVenueMap(value).ok).toBe(false);
      }),
    );
  });

  test('keys that would change every object change none', () => {
    const text = JSON.stringify(mapOf(seated([row()]))).replaceAll('"label"', '"__proto__":{"polluted":true},"label"');
    const read = readVenueMap(JSON.parse(text));
    expect(read.ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(JSON.stringify(read)).not.toContain('polluted');
  });
});

test('a map that is sound is read as it is written', () => {
  const map: VenueMap = {
    ...mapOf(
      seated([row({ gaps: [0, 9], exceptions: [{ from: 0, to: 7, category: 'palco' }], traits: [{ seat: 7, trait: 'wheelchair' }] })], {
        level: 'alto',
      }),
      open('standing', 199_992),
    ),
    levels: [{ id: 'alto', name: 'Alto' }],
  };
  expect(readVenueMap(structuredClone(map))).toEqual({ ok: true, value: map });
});
