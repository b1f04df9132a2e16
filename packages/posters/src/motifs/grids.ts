import { arc, around, box, disc, each, place, polygon, range, ring, sector, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const crowd: Motif = {
  alt: 'un pueblo entero de cabezas iguales y distintas, y una sola azul',
  reach: [-150, -170, 150, 170],
  field: true,
  draw: ({ left, right, top: head, bottom, ink, paper, first, second, third, random }) => {
    const across = Math.max(4, Math.round((right - left) / 66));
    const cell = (right - left) / across;
    const down = Math.ceil((bottom - head) / (cell * 0.86));
    const skins = ['#f4d3a0', '#dfa06b', '#b8714a', '#8d4a2b'];
    const coats = [first, ink, second, '#7a2a1c'];
    const lone = [Math.floor(across / 2), Math.floor(down / 2)] as const;
    const person = (column: number, row: number) => {
      const blue = column === lone[0] && row === lone[1];
      // Neighbours in a row, and the row behind, always wear something else.
      const worn = coats[(column + row * 2 + (row % 4 > 1 ? 1 : 0)) % coats.length] ?? first;
      const coat = blue ? third : worn;
      const skin = skins[Math.floor(random() * skins.length)] ?? paper;
      const hat = blue ? 0.4 : random();
      const cover = coat === ink ? second : coat;
      const top =
        hat < 0.3
          ? shape('M-17-10a17 17 0 0 1 34 0z', cover)
          : hat < 0.55
            ? shape('M-20-19h9v-11h22v11h9v5h-40z', cover)
            : hat < 0.85
              ? shape('M-15-12a15.5 15.5 0 0 1 30 0z', ink)
              : '';
      return shape('M-26 84V30a26 26 0 0 1 52 0V84z', coat) + disc(0, -8, 15.5, skin) + stroke('M-5.5-7h0M5.5-7h0M-3 1h6', ink, 3) + top;
    };
    return (
      box(left, head, right - left, bottom - head, paper) +
      range(down)
        .map((row) =>
          each(across + (row % 2), (column) =>
            place(
              left + cell * (column + (row % 2 ? 0 : 0.5)),
              head + cell * 0.86 * (row + 0.45),
              person(column, row),
              Math.round((cell / 52) * 100) / 100,
            ),
          ),
        )
        .join('')
    );
  },
};

const seasons: Motif = {
  alt: 'cuatro azulejos: un brote, un sol, una hoja y un copo',
  reach: [-150, -170, 150, 170],
  field: true,
  draw: ({ left, right, top, bottom, ink, paper, first, second, third }) => {
    const spring =
      box(-50, -50, 100, 100, second) +
      each(4, (i) => turn(i * 90, 0, 0, shape('M0 0C-4 -30 10 -44 44 -44C44 -10 30 4 0 0Z', i % 2 ? paper : '#f3a5b5'))) +
      disc(0, 0, 9, third);
    const summer =
      box(-50, -50, 100, 100, third) +
      each(16, (i) =>
        turn(
          i * 22.5,
          0,
          0,
          polygon(
            [
              [-5, -28],
              [5, -28],
              [0, -47],
            ],
            first,
          ),
        ),
      ) +
      disc(0, 0, 25, first) +
      sector(0, 0, 25, 90, 270, paper);
    const autumn =
      box(-50, -50, 100, 100, first) +
      turn(
        45,
        0,
        0,
        shape('M0 44C-36 22 -36 -22 0 -46C36 -22 36 22 0 44Z', third) +
          shape('M0 44C36 22 36 -22 0 -46Z', ink) +
          stroke('M0 52V-30M0 24L16 10M0 24L-16 10M0 4L16 -10M0 4L-16 -10', paper, 2.6),
      );
    const winter =
      box(-50, -50, 100, 100, ink) +
      each(6, (i) => turn(i * 60, 0, 0, stroke('M0 -8V-42M-11 -40L0 -29L11 -40M-8 -24L0 -16L8 -24', paper, 4.4))) +
      disc(0, 0, 5, third);
    const cell = Math.min(right - left, bottom - top) / 2;
    const across = Math.max(2, Math.round((right - left) / cell));
    const down = Math.max(2, Math.round((bottom - top) / cell));
    const [wide, high] = [(right - left) / across, (bottom - top) / down];
    const tiles = [spring, summer, winter, autumn];
    return range(down)
      .map((row) =>
        each(across, (column) => {
          const tile = tiles[(row % 2) * 2 + (column % 2)] ?? spring;
          return `<g transform="translate(${Math.round((left + wide * (column + 0.5)) * 10) / 10} ${Math.round((top + high * (row + 0.5)) * 10) / 10}) scale(${Math.round(wide * 10.02) / 1000} ${Math.round(high * 10.02) / 1000})">${tile}</g>`;
        }),
      )
      .join('');
  },
};

const variations: Motif = {
  alt: 'las variaciones de un mismo círculo, puestas en filas',
  reach: [-150, -170, 150, 170],
  field: true,
  draw: ({ left, right, top, bottom, first, second, third, paper }) => {
    const wide = right - left > (bottom - top) * 1.2;
    const tall = bottom - top > (right - left) * 1.2;
    const [across, down] = wide ? [8, 4] : tall ? [4, 8] : [6, 6];
    const cell = Math.min((right - left) / (across + 0.3), (bottom - top) / (down + 0.3));
    const [x0, y0] = [(left + right - cell * across) / 2, (top + bottom - cell * down) / 2];
    const kinds = [
      (a: string, b: string) => disc(0, 0, 40, a) + sector(0, 0, 40, 0, 180, b),
      (a: string, b: string) => each(4, (i) => ring(0, 0, 37 - i * 10, 5, i % 2 ? b : a)),
      (a: string, b: string) => sector(-40, 40, 80, 270, 360, a) + disc(-14, 14, 14, b),
      (a: string, b: string) => each(4, (i) => sector(0, 0, 40, i * 90, i * 90 + 45, i % 2 ? b : a)),
      (a: string, b: string) => disc(0, -20, 20, a) + sector(0, -20, 20, 90, 270, b) + disc(0, 20, 20, b),
      (a: string, b: string) => sector(0, 26, 40, 180, 360, a) + sector(0, 26, 29, 180, 360, b) + sector(0, 26, 17, 180, 360, a),
      (a: string, b: string) =>
        each(9, (i) => {
          const [x, y] = i === 0 ? [0, 0] : around(0, 0, 30, i * 45);
          return disc(x, y, i === 0 ? 12 : 8, i % 2 ? b : a);
        }),
      (a: string, b: string) => box(-40, -40, 80, 80, a) + disc(0, 0, 34, b),
    ];
    const inks = [
      [first, second],
      [first, third],
      [third, first],
      [second, first],
    ] as const;
    return (
      box(left, top, right - left, bottom - top, paper) +
      each(across * down, (i) => {
        const aria = i === 0 || i === across * down - 1;
        const [a, b] = inks[(i * 5 + Math.floor(i / 7)) % inks.length] ?? inks[0];
        const drawn = aria
          ? disc(0, 0, 40, second)
          : turn(((i * 3) % 4) * 90, 0, 0, (kinds[(i * 3 + Math.floor(i / across)) % kinds.length] ?? kinds[0])?.(a, b) ?? '');
        return place(x0 + cell * ((i % across) + 0.5), y0 + cell * (Math.floor(i / across) + 0.5), drawn, cell / 90);
      })
    );
  },
};

const pitch: Motif = {
  alt: 'una cancha vista desde arriba, partida por un río',
  reach: [-150, -170, 150, 170],
  field: true,
  draw: ({ left, right, top, bottom, first, second, third }) => {
    const band = 44;
    const [wide, tall] = [right - left, bottom - top];
    const half = (side: 1 | -1) => {
      const edge = side === 1 ? bottom - 16 : top + 16;
      const at = (depth: number) => Math.round(edge - side * depth);
      return (
        stroke(`M-62 ${edge}V${at(44)}H62V${edge}M-28 ${edge}V${at(18)}H28V${edge}`, first, 3.6, 'butt') +
        stroke(side === 1 ? arc(0, at(34), 30, 199, 341) : arc(0, at(34), 30, 19, 161), first, 3.6, 'butt')
      );
    };
    return (
      each(Math.ceil(tall / band / 2), (i) => box(left, top + i * band * 2, wide, band, third)) +
      stroke(`M${left + 16} ${top + 16}H${right - 16}V${bottom - 16}H${left + 16}Z`, first, 3.6, 'butt') +
      half(1) +
      half(-1) +
      ring(0, 0, 66, 3.6, first) +
      stroke(
        `M${Math.round(left) - 30} -20C${Math.round(left / 2)} -60 ${Math.round(left / 3)} 40 0 0S${Math.round(right / 2)} -40 ${Math.round(right) + 30} 20`,
        second,
        30,
      ) +
      disc(0, 0, 30, first) +
      polygon(
        range(5).map((i) => around(0, 0, 12, i * 72 - 90)),
        third,
      ) +
      each(5, (i) => {
        const [x, y] = around(0, 0, 12, i * 72 - 90);
        const [u, v] = around(0, 0, 23, i * 72 - 90);
        return (
          stroke(`M${Math.round(x)} ${Math.round(y)}L${Math.round(u)} ${Math.round(v)}`, third, 3) +
          sector(0, 0, 30, i * 72 - 104, i * 72 - 76, third, 23)
        );
      })
    );
  },
};

export const grids = { crowd, seasons, variations, pitch };
