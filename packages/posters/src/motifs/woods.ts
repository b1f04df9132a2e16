import { disc, each, polygon, shape } from '../svg.ts';
import type { Motif } from './scene.ts';

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
      shape('M-4 90C-8 128 -12 136 -12 146A12 12 0 0 0 12 146C12 136 8 128 4 90Z', second)
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

export const woods = { crown, forest };
