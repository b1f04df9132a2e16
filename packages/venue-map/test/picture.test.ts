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
    expect(pictured(map).decor).toEqual([{ kind: 'stage', path: 'M0 -40L100 -40L50 -20Z', text: 'Escenario', at: { x: 50, y: -30 } }]);
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
    expect(pictured(map)).toEqual({
      viewBox: '0 0 1 1',
      decor: [],
      sections: [{ id: 'todo', label: 'Todo', kind: 'quantity', path: '', labelAt: { x: 0, y: 0 }, labelSize: 0, labelTurned: false }],
    });
  });
});
