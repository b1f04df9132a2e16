import { compileVenueMap, pictureOf, type VenueMap } from '@butaca/venue-map';
import { describe, expect, test } from 'vitest';
import { mapOf, open, row, seated } from './maps.ts';

const pictured = (map: VenueMap) => pictureOf(map, compileVenueMap(map));
const triangle = [
  { x: 0, y: -40 },
  { x: 100, y: -40 },
  { x: 50, y: -20 },
];

describe('the picture of a venue', () => {
  test('shows each section once, by its outline and its name', () => {
    const { sections } = pictured(mapOf(seated([row()]), open('standing', 30)));
    expect(sections.map(({ id, label, kind }) => [id, label, kind])).toEqual([
      ['platea', 'Platea', 'seated'],
      ['campo', 'Campo', 'standing'],
    ]);
    expect(sections[1]).toMatchObject({ path: 'M0 100L80 100L80 140L0 140Z', labelAt: { x: 40, y: 120 } });
  });

  test('shows the stage with its name', () => {
    const map: VenueMap = {
      ...mapOf(open('standing', 1)),
      decor: [{ kind: 'stage', polygon: triangle, text: 'Escenario', at: { x: 50, y: -30 } }],
    };
    const [stage] = pictured(map).decor;
    expect(stage).toMatchObject({ kind: 'stage', path: 'M0 -40L100 -40L50 -20Z', text: 'Escenario', at: { x: 50, y: -30 } });
    expect(stage?.textSize).toBeGreaterThan(0);
  });

  test('writes the name of a narrow stage upwards, in its middle', () => {
    const polygon = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 90 },
      { x: 0, y: 90 },
    ];
    const map: VenueMap = { ...mapOf(open('standing', 1)), decor: [{ kind: 'stage', polygon, text: 'Escenario', at: { x: 9, y: 80 } }] };
    expect(pictured(map).decor).toMatchObject([{ at: { x: 5, y: 45 }, textTurned: true }]);
  });

  test('has everything inside its frame, words on their own too', () => {
    const map: VenueMap = {
      ...mapOf(open('standing', 1)),
      decor: [
        { kind: 'stage', polygon: triangle },
        { kind: 'text', text: 'Entrada', at: { x: 300, y: 10 } },
      ],
    };
    const [left = 0, top = 0, width = 0, height = 0] = pictured(map).viewBox.split(' ').map(Number);
    expect(left).toBeLessThan(0);
    expect(top).toBeLessThan(-40);
    expect(left + width).toBeGreaterThan(300);
    expect(top + height).toBeGreaterThan(140);
  });

  test('of a venue that draws nothing still has a frame', () => {
    const map = mapOf({ id: 'todo', label: 'Todo', kind: 'quantity', capacity: 5, category: 'campo' });
    const { viewBox, decor, sections } = pictured(map);
    expect([viewBox, decor]).toEqual(['0 0 1 1', []]);
    expect(sections).toMatchObject([{ id: 'todo', label: 'Todo', kind: 'quantity', path: '', labelSize: 0 }]);
  });

  test('knows what kinds of places each section has, and what is special about some', () => {
    const map = mapOf(seated([row({ category: 'palco', traits: [{ seat: 0, trait: 'wheelchair' }] }), row()]), open('standing', 30));
    const { categories, sections, traits } = pictured(map);
    expect(categories.map(({ id }) => id)).toEqual(map.categories.map(({ id }) => id));
    expect(sections.map((section) => section.categories)).toEqual([['platea', 'palco'], ['campo']]);
    expect(traits).toEqual(['wheelchair']);
  });

  test('travels as JSON without losing anything', () => {
    const picture = pictured({ ...mapOf(open('standing', 1)), decor: [{ kind: 'wall', polygon: triangle }] });
    expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
  });
});
