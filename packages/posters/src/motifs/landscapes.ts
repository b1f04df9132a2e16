import { box, disc, each, inside, polygon, ring, sector, stroke } from '../svg.ts';
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
  bounded: true,
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
  ground: 'second',
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
        first,
      )
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

export const landscapes = { tide, 'neon-sun': neonSun, pyramids, moonlight };
