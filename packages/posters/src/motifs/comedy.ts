import { around, box, disc, each, polygon, ring, sector, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const doctor: Motif = {
  alt: 'un médico con embudo por sombrero y un estetoscopio que sonríe',
  reach: [-116, -158, 116, 174],
  stands: true,
  draw: ({ first, second, third, bottom }) =>
    shape(`M-112 ${Math.round(bottom) + 10}C-112 122 -60 104 0 104C60 104 112 122 112 ${Math.round(bottom) + 10}Z`, first) +
    polygon(
      [
        [-26, 104],
        [0, 148],
        [26, 104],
      ],
      third,
    ) +
    disc(0, 14, 86, first) +
    polygon(
      [
        [-70, -52],
        [70, -52],
        [14, -112],
        [14, -152],
        [-14, -152],
        [-14, -112],
      ],
      second,
    ) +
    box(-82, -60, 164, 14, second, 7) +
    [-34, 34].map((x) => ring(x, 4, 27, 6, third) + ring(x, 4, 15, 4, third) + disc(x, 4, 6.5, third)).join('') +
    stroke('M-7 4H7', third, 6) +
    shape('M-8 14C-22 40 -20 48 0 48C20 48 22 40 8 14Z', second) +
    stroke('M-86 14C-86 118 86 118 86 14', third, 8) +
    stroke('M0 92C0 132 44 112 44 142', third, 8) +
    disc(44, 150, 17, second) +
    disc(44, 150, 8, third) +
    disc(-86, 12, 10, third) +
    disc(86, 12, 10, third) +
    turn(20, 54, -20, box(46, -38, 46, 14, second, 7) + box(62, -54, 14, 46, second, 7)),
};

const eyes: Motif = {
  alt: 'pares de ojos en la oscuridad y el haz de una linterna',
  bounded: true,
  reach: [-112, -100, 112, 130],
  draw: ({ first, second, third, paper, left, right, top, bottom, random }) => {
    const pair = (x: number, y: number, r: number, fill: string, look: number) =>
      [-1.08, 1.08]
        .map((side) => disc(x + side * r, y, r, fill) + disc(x + side * r + look * r * 0.4, y + r * 0.12, r * 0.5, paper))
        .join('');
    const blinks = [
      [-98, -112, 10],
      [70, -148, 8],
      [-78, 92, 10],
      [112, 82, 7],
      [-128, 150, 12],
      [128, -60, 11],
      [-150, -20, 8],
      [20, -188, 7],
      [36, 108, 9],
      [-24, 136, 7],
      [94, 146, 10],
      [-92, -74, 7],
      [74, -84, 8],
      [8, -78, 6],
    ] as const;
    const small = blinks
      .filter(([x, y]) => x - 26 > left && x + 26 < right && y - 14 > top && y + 14 < bottom)
      .map(([x, y, r], i) =>
        i % 3 === 2
          ? stroke(`M${x - r * 2} ${y}h${r * 1.5}M${x + r * 0.5} ${y}h${r * 1.5}`, second, 3)
          : pair(x, y, r, second, random() - 0.5),
      );
    const lid = (x: number) => turn(x * 0.16, x, 4, sector(x, 4, 52, 180, 360, third));
    return small.join('') + pair(0, 4, 50, first, 0.62) + lid(-54) + lid(54);
  },
};

const clock: Motif = {
  alt: 'un reloj con bigote que corre porque llega tarde',
  reach: [-162, -126, 152, 160],
  draw: ({ first, second, third, ink }) =>
    stroke('M-34 74L-66 116L-36 146M36 76L84 98L108 66', third, 13) +
    shape('M-44 138H-8C2 138 4 156 -8 156H-44Z', third) +
    shape('M98 46L124 60C136 66 128 82 116 80L92 70Z', third) +
    stroke('M-86 10L-128 -16L-142 20M88 -4L132 22', third, 12) +
    disc(-142, 24, 12, first) +
    disc(136, 24, 12, first) +
    disc(0, 0, 92, third) +
    disc(0, 0, 80, first) +
    each(12, (i) => {
      const [x, y] = around(0, 0, 68, i * 30);
      return i % 3 ? disc(x, y, 3.4, third) : disc(x, y, 7, second);
    }) +
    disc(-26, -26, 15, third) +
    disc(26, -26, 15, third) +
    disc(-21, -31, 5, first) +
    disc(31, -31, 5, first) +
    shape('M0 6C-14 -4 -44 2 -64 26C-44 30 -14 34 0 20C14 34 48 20 58 -6C40 2 14 -4 0 6Z', ink) +
    disc(0, 10, 9, second) +
    sector(0, 40, 20, 0, 180, ink) +
    disc(-34, -100, 17, third) +
    disc(34, -100, 17, third) +
    turn(0, 0, 0, stroke('M-34 -100L-20 -82M34 -100L20 -82', third, 9)) +
    each(3, (i) => stroke(`M${-118 - i * 6} ${58 + i * 24}h${-34 + i * 6}`, second, 7)) +
    ring(0, -106, 11, 6, third),
};

export const comedy = { doctor, eyes, clock };
