import { box, disc, each, inside, polygon, ring, sector, shape, stroke } from '../svg.ts';
import type { Motif } from './scene.ts';

const tide: Motif = {
  alt: 'olas de líneas que crecen frente a un sol coral',
  reach: [-150, -170, 150, 170],
  field: true,
  draw: ({ left, right, top, bottom, first, second, paper }) => {
    const count = 17;
    const step = (bottom - top) / count;
    const wave = 74;
    const swell = (i: number) => 3 + (i / count) ** 1.5 * 26;
    const line = (i: number) => {
      const y = Math.round(top + step * (i + 0.6));
      const start = Math.round(left - wave * 2 - ((i * 23) % wave));
      const turns = Math.ceil((right - start) / wave) + 1;
      return `M${start} ${y}q${wave / 2} ${-Math.round(swell(i) * 2)} ${wave} 0${`t${wave} 0`.repeat(turns)}`;
    };
    const sunY = top + (bottom - top) * 0.36;
    return (
      disc(10, sunY, 62, second) +
      each(count, (i) => stroke(line(i), paper, 5 + i * 0.9, 'butt') + stroke(line(i), first, 1.6 + i * 0.62, 'butt'))
    );
  },
};

const neonSun: Motif = {
  alt: 'un sol a rayas sobre una ruta de neón',
  reach: [-112, -106, 112, 130],
  draw: ({ left, right, bottom, first, second, third, paper, id }) => {
    const horizon = 62;
    const floor = bottom - horizon;
    const bars = each(8, (i) => box(-100, -100 + i * 20.5, 200, 18.6 - i * 1.9, i % 2 ? second : first));
    return (
      inside(id('sun'), disc(0, 0, 100, first), box(-100, -100, 200, 64, second) + bars) +
      box(left, horizon, right - left, floor, paper) +
      each(17, (i) =>
        stroke(`M${(i - 8) * 13} ${horizon}L${(i - 8) * 84} ${Math.round(horizon + Math.max(floor, 60) * 1.05)}`, third, 1.6),
      ) +
      each(7, (i) => box(left, horizon + floor * (i / 7) ** 1.8, right - left, 1 + i * 0.4, third)) +
      polygon(
        [
          [-6, horizon],
          [6, horizon],
          [64, bottom],
          [-64, bottom],
        ],
        first,
      ) +
      each(4, (i) =>
        polygon(
          [
            [-0.8 - i * 1.8, horizon + floor * (0.08 + i * 0.24)],
            [0.8 + i * 1.8, horizon + floor * (0.08 + i * 0.24)],
            [2 + i * 2, horizon + floor * (0.2 + i * 0.25)],
            [-2 - i * 2, horizon + floor * (0.2 + i * 0.25)],
          ],
          second,
        ),
      )
    );
  },
};

const pyramids: Motif = {
  alt: 'pirámides bajo un sol de círculos',
  reach: [-128, -142, 140, 150],
  draw: ({ left, right, bottom, first, second, third }) => {
    const peak = (x: number, top: number, half: number, light: string, shade: string) =>
      polygon(
        [
          [x, top],
          [x + half, 112],
          [x - half, 112],
        ],
        light,
      ) +
      polygon(
        [
          [x, top],
          [x + half, 112],
          [x + half * 0.22, 112],
        ],
        shade,
      );
    return (
      each(5, (i) => disc(20, -34, 104 - i * 19, i % 2 ? third : first)) +
      peak(104, -6, 108, third, first) +
      peak(-96, 18, 92, third, first) +
      peak(-4, -70, 142, second, '#123450') +
      box(left, 111, right - left, Math.max(0, bottom - 110), second) +
      each(4, (i) => box(left, 124 + i * 19, right - left, 5.4 - i, first)) +
      polygon(
        [
          [-4, -70],
          [14, -47.6],
          [-22.2, -47.6],
        ],
        third,
      )
    );
  },
};

const crown: Motif = {
  alt: 'una corona cuyas puntas son los pinos de un bosque que avanza',
  reach: [-112, -140, 112, 160],
  ground: 'third',
  draw: ({ left, right, bottom, first, second, third }) => {
    const pine = (x: number, base: number, tall: number, wide: number, fill: string) =>
      each(3, (i) =>
        polygon(
          [
            [x, base - tall + i * tall * 0.2],
            [x + wide * (0.5 + i * 0.25), base - tall * 0.46 + i * tall * 0.23],
            [x - wide * (0.5 + i * 0.25), base - tall * 0.46 + i * tall * 0.23],
          ],
          fill,
        ),
      );
    const step = 46;
    const first0 = Math.floor(left / step);
    return (
      each(Math.ceil((right - left) / step) + 2, (i) =>
        pine((first0 + i) * step + 12, bottom + 20, (bottom - 10) * (0.9 + ((i * 7) % 5) / 9), 34, third),
      ) +
      [
        [-76, 92],
        [-38, 128],
        [0, 168],
        [38, 128],
        [76, 92],
      ]
        .map(([x = 0, tall = 0]) => pine(x, 40, tall, 22, first))
        .join('') +
      shape('M-100 18Q0 30 100 18L92 84Q0 106 -92 84Z', first) +
      each(5, (i) => disc(-64 + i * 32, 64 + (i === 2 ? 4 : i % 4 === 0 ? 0 : 3), i === 2 ? 11 : 7, second)) +
      shape('M-4 102C-8 128 -12 136 -12 146A12 12 0 0 0 12 146C12 136 8 128 4 102Z', second)
    );
  },
};

const forest: Motif = {
  alt: 'un triángulo rojo entre árboles negros y un lobo que espera',
  reach: [-150, -165, 160, 165],
  field: true,
  draw: ({ left, right, top, bottom, first, second, third }) => {
    const trunks = [-172, -138, -104, -66, 96, 128, 168, 206, -210, -250, 250, 292, -296, 330];
    return (
      trunks
        .filter((x) => x > left - 30 && x < right + 30)
        .map((x, i) =>
          polygon(
            [
              [x - 5 - (i % 3) * 3, top],
              [x + 6 + (i % 4) * 2, top],
              [x + 9 + (i % 3) * 5, bottom],
              [x - 10 - (i % 2) * 5, bottom],
            ],
            second,
          ),
        )
        .join('') +
      polygon(
        [
          [26, -150],
          [58, -90],
          [94, -160],
          [112, -90],
          [150, 40],
          [128, bottom + 10],
          [-10, bottom + 10],
          [-34, 30],
          [-2, -86],
        ],
        second,
      ) +
      polygon(
        [
          [18, -52],
          [44, -40],
          [20, -34],
        ],
        third,
      ) +
      polygon(
        [
          [104, -56],
          [76, -42],
          [102, -36],
        ],
        third,
      ) +
      polygon(
        [
          [-26, 28],
          [144, 20],
          [128, 78],
          [4, 84],
        ],
        third,
      ) +
      each(7, (i) =>
        polygon(
          [
            [-22 + i * 23, 26 - i],
            [-2 + i * 23, 25 - i],
            [-12 + i * 23, 52 - i],
          ],
          second,
        ),
      ) +
      each(6, (i) =>
        polygon(
          [
            [4 + i * 21, 83 - i],
            [24 + i * 21, 82 - i],
            [14 + i * 21, 58 - i],
          ],
          second,
        ),
      ) +
      polygon(
        [
          [-62, 44],
          [-22, 150],
          [-104, 150],
        ],
        first,
      ) +
      disc(-62, 70, 13, third) +
      shape('M-62 40C-78 56 -80 70 -78 84L-62 58L-46 84C-44 70 -46 56 -62 40Z', first)
    );
  },
};

const moonlight: Motif = {
  alt: 'la luna llena y su reflejo partido en el agua',
  reach: [-112, -152, 112, 212],
  ground: 'third',
  draw: ({ left, right, bottom, first, second, third }) =>
    box(left, 44, right - left, Math.max(0, bottom - 44), third) +
    disc(0, -46, 74, first) +
    sector(0, -46, 74, 58, 238, '#fffaf0') +
    each(13, (i) => {
      const wide = 70 * Math.sqrt(Math.max(0.04, 1 - ((i - 4) / 10) ** 2)) * (i % 2 ? 1 : 0.72);
      return box(-wide + ((i * 37) % 23) - 11, 56 + i * 13.4, wide * 2, 6.4 - i * 0.18, i % 3 === 2 ? second : first, 3);
    }) +
    each(8, (i) => box((i % 2 ? 1 : -1) * (96 + ((i * 41) % 70)) - 24, 62 + i * 19, 48, 3, second, 1.5)) +
    ring(0, -46, 88, 0.9, second) +
    ring(0, -46, 104, 0.6, second),
};

export const landscapes = { tide, 'neon-sun': neonSun, pyramids, crown, forest, moonlight };
