import { compileVenueMap, placeLabel } from '@butaca/venue-map';
import { readSeatingPlan } from '@butaca/venue-map/read';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesOf } from './geometry.ts';
import { plan, planRow, seat, understood, zone } from './plans.ts';

const labels = (value: unknown) => {
  const compiled = compileVenueMap(understood(value).map);
  return compiled.sections.flatMap(placesOf).map((place) => Object.values(placeLabel(compiled, place)).join(' '));
};

const positions = (value: unknown) => {
  const { x, y } = compileVenueMap(understood(value).map);
  return [...x].map((each, index) => [each, y[index]]);
};

describe('seating plans as venues publish them', () => {
  test('a plan needs no identifiers of its own', () => {
    const bare = plan({
      zones: [{ name: 'Sala', rows: [{ row_number: '1', seats: [{ seat_number: '1', position: { x: 0, y: 0 }, category: 'Platea' }] }] }],
    });
    expect(labels(bare)).toEqual(['Sala 1 1']);
    expect(labels(plan({ zones: [zone({ zone_id: null, rows: [planRow({ seats: [seat('1', 0, { seat_guid: null })] })] })] }))).toEqual([
      'Sala 1 1',
    ]);
  });

  test.each(['start', 'end', 'both', 'left', 'right', 'none', null, 7])('the name of a row may be painted at %s', (row_number_position) => {
    expect(labels(plan({ zones: [zone({ rows: [planRow({ row_number_position })] })] }))).toEqual(['Sala 1 1', 'Sala 1 2', 'Sala 1 3']);
  });

  test('unknown fields are ignored at every depth', () => {
    const more = { uuid: 'x', extension: { deep: [1, { deeper: null }] } };
    const value = plan({ ...more, zones: [zone({ ...more, rows: [planRow({ ...more, seats: [seat('1', 0, more)] })] })] });
    expect(labels(value)).toEqual(['Sala 1 1']);
  });

  test('names of zones, rows and seats may be numbers', () => {
    expect(labels(plan({ zones: [zone({ name: 7, rows: [planRow({ row_number: 12, seats: [seat(3, 0), seat(4, 10)] })] })] }))).toEqual([
      '7 12 3',
      '7 12 4',
    ]);
  });

  test('a row without a name is called by its label, else by its place in the zone', () => {
    const rows = [planRow({ row_number: undefined, row_label: 'AA' }), planRow({ row_number: null }), planRow({ row_number: '' })];
    expect(understood(plan({ zones: [zone({ rows })] })).map.sections[0]).toMatchObject({
      rows: [{ label: 'AA' }, { label: '2' }, { label: '3' }],
    });
  });

  test('positions count from the row, the row from its zone', () => {
    const rows = [planRow({ position: { x: 5, y: 7 }, seats: [seat('1', 1, { position: { x: 1, y: 2 } })] })];
    expect(positions(plan({ zones: [zone({ position: { x: 100, y: 200 }, rows })] }))).toEqual([[106, 209]]);
    expect(positions(plan({ zones: [zone({ position: undefined, rows: [planRow({ position: undefined })] })] }))[2]).toEqual([20, 0]);
  });

  test('categories keep their names, and colours that are colours', () => {
    expect(understood(plan()).map.categories).toEqual([
      { id: 'c1', name: 'Platea', color: '#aa0000' },
      { id: 'c2', name: 'Palco' },
    ]);
  });

  test('a category is the same with spaces around it', () => {
    expect(
      labels(
        plan({ categories: [{ name: 'Platea ' }], zones: [zone({ rows: [planRow({ seats: [seat('1', 0, { category: ' Platea' })] })] })] }),
      ),
    ).toHaveLength(1);
  });

  test('one seat of another category does not change its row', () => {
    const seats = [seat('1', 0), seat('2', 10, { category: 'Palco' }), seat('3', 20)];
    expect([...compileVenueMap(understood(plan({ zones: [zone({ rows: [planRow({ seats })] })] })).map).category]).toEqual([0, 1, 0]);
  });
});

describe('every seat stands where the plan has it', () => {
  test('in rows of any shape', () => {
    const at = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) });
    fc.assert(
      fc.property(fc.array(at, { minLength: 1, maxLength: 30 }), (spots) => {
        const seats = spots.map((position, index) => seat(String(index + 1), 0, { position }));
        positions(plan({ zones: [zone({ rows: [planRow({ seats })] })] })).forEach(([x = 0, y = 0], index) => {
          expect(Math.hypot(x - (spots[index]?.x ?? 0), y - (spots[index]?.y ?? 0))).toBeLessThan(0.5);
        });
      }),
    );
  });

  test('in straight rows with aisles, listed in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 5, 6, 9, 10], { minLength: 1 }), (slots) => {
        const seats = slots.map((slot) => seat(`N${slot}`, slot * 12.5));
        const value = plan({ zones: [zone({ rows: [planRow({ seats })] })] });
        expect(positions(value).map(([x]) => x)).toEqual(slots.map((slot) => slot * 12.5));
        expect(labels(value)).toEqual(slots.map((slot) => `Sala 1 N${slot}`));
      }),
    );
  });

  test('a straight row with an aisle is kept as a line with a gap', () => {
    const seats = [seat('1', 0), seat('2', 10), seat('3', 40), seat('4', 50)];
    expect(understood(plan({ zones: [zone({ rows: [planRow({ seats })] })] })).map.sections[0]).toMatchObject({
      rows: [{ curve: { type: 'line' }, count: 6, gaps: [2, 3], numbering: { scheme: 'up', start: 1 } }],
    });
  });
});

describe('names that are there twice', () => {
  test('rows with the same name are renamed, and the import reports it', () => {
    const { map, understood: remarks } = understood(
      plan({ zones: [zone({ rows: [planRow(), planRow({ position: { x: 0, y: 9 } }), planRow({ row_number: '1 (2)' })] })] }),
    );
    expect(map.sections[0]).toMatchObject({ rows: [{ label: '1' }, { label: '1 (2)' }, { label: '1 (2) (2)' }] });
    expect(remarks).toContain('Sala, row 1: the name is there twice, this row becomes 1 (2)');
  });

  test('zones with the same name are renamed, and the import reports it', () => {
    const { map, understood: remarks } = understood(plan({ zones: [zone(), zone({ rows: [] }), zone()] }));
    expect(map.sections.map(({ id, label }) => [id, label])).toEqual([
      ['z1', 'Sala'],
      ['z3', 'Sala (2)'],
    ]);
    expect(remarks).toContain('Sala: the name is there twice, this zone becomes Sala (2)');
  });

  test('a seat number there twice in a row is reported', () => {
    const seats = [seat('1', 0), seat('1', 10)];
    expect(understood(plan({ zones: [zone({ rows: [planRow({ seats })] })] })).understood).toContain(
      'Sala, row 1: a seat number is there twice',
    );
  });
});

describe('what is left out is reported', () => {
  test('a row without seats', () => {
    expect(understood(plan({ zones: [zone({ rows: [planRow(), planRow({ row_number: '2', seats: [] })] })] })).understood).toContain(
      'Sala: a row without seats is left out',
    );
  });

  test('an area of a shape that we do not know, or too small or too far to be drawn', () => {
    const areas = [
      { shape: 'star', position: { x: 0, y: 0 } },
      { shape: 'polygon', position: { x: 0, y: 0 }, polygon: { points: [{ x: 0, y: 0 }] } },
      { shape: 'circle', position: { x: 1e6, y: 0 }, circle: { radius: 5 } },
      { shape: 'text', position: { x: 0, y: 0 }, text: { text: '  ' } },
    ];
    const { map, understood: remarks } = understood(plan({ zones: [zone({ areas })] }));
    expect(map.decor).toBeUndefined();
    expect(remarks.filter((remark) => remark.includes('is left out'))).toEqual(
      areas.map(({ shape }) => `Sala: an area of the shape ${shape} is left out`),
    );
  });
});

describe('drawn areas', () => {
  const drawn = (area: object, at = { x: 100, y: 50 }) =>
    understood(plan({ zones: [zone({ position: at, areas: [area] })] })).map.decor?.[0];
  const rounded = (polygon: readonly { x: number; y: number }[] = []) => polygon.map(({ x, y }) => [Math.round(x), Math.round(y)]);

  test('a rectangle counts from its zone and turns around its corner', () => {
    const rectangle = { shape: 'rectangle', position: { x: 10, y: 0 }, rectangle: { width: 40, height: 20 } };
    expect(rounded(drawn(rectangle)?.polygon)).toEqual([
      [110, 50],
      [150, 50],
      [150, 70],
      [110, 70],
    ]);
    expect(rounded(drawn({ ...rectangle, rotation: 90 })?.polygon)).toEqual([
      [110, 50],
      [110, 90],
      [90, 90],
      [90, 50],
    ]);
  });

  test('a polygon keeps its corners, turned if it is', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 0, y: 10 },
    ];
    expect(rounded(drawn({ shape: 'polygon', position: { x: 0, y: 0 }, polygon: { points }, rotation: 180 })?.polygon)).toEqual([
      [100, 50],
      [70, 50],
      [100, 40],
    ]);
  });

  test('a circle and an ellipse are drawn around their middle; a turned ellipse lies across', () => {
    const width = (area: object) => {
      const xs = (drawn(area)?.polygon ?? []).map(({ x }) => x);
      return [Math.round(Math.min(...xs)), Math.round(Math.max(...xs))];
    };
    expect(width({ shape: 'circle', position: { x: 0, y: 0 }, circle: { radius: 15 } })).toEqual([85, 115]);
    const ellipse = { shape: 'ellipse', position: { x: 0, y: 0 }, ellipse: { radius: { x: 30, y: 10 } } };
    expect(width(ellipse)).toEqual([70, 130]);
    expect(width({ ...ellipse, rotation: 90 })).toEqual([90, 110]);
  });

  test('words stand where they are written', () => {
    expect(drawn({ shape: 'text', position: { x: 5, y: 6 }, text: { text: 'Entrada', position: { x: 1, y: 2 } } })).toEqual({
      kind: 'text',
      text: 'Entrada',
      at: { x: 106, y: 58 },
    });
  });

  test.each([
    ['Bühne', 'stage'],
    ['Escenario', 'stage'],
    ['Spielfeld', 'field'],
    ['Cancha', 'field'],
    ['Guardarropa', 'wall'],
  ])('what is called %s is a %s; a stage and a field are looked at', (text, kind) => {
    const area = { shape: 'rectangle', position: { x: 0, y: 0 }, rectangle: { width: 40, height: 20 }, text: { text } };
    const { map } = understood(plan({ zones: [zone({ areas: [area] })] }));
    expect(map.decor?.[0]?.kind).toBe(kind);
    expect(map.focal).toEqual(kind === 'wall' ? { x: 150, y: 100 } : { x: 20, y: 10 });
  });
});

test('the same file is understood the same way each time', () => {
  const value = plan();
  expect(readSeatingPlan(structuredClone(value))).toEqual(readSeatingPlan(value));
});
