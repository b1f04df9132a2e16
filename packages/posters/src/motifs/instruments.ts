import { around, box, disc, each, oval, polygon, ring, sector, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const keys: Motif = {
  alt: 'un teclado de papel recortado bajo un disco amarillo',
  bounded: true,
  reach: [-130, -130, 130, 130],
  stands: true,
  draw: ({ first, second, third, left, right, bottom }) => {
    const lean = [-4, 3, -2, 5, -3, 2, -5, 4];
    const wide = 37;
    const from = Math.floor(left / wide);
    const count = Math.ceil((right - left) / wide) + 2;
    return (
      disc(52, -42, 84, second) +
      each(count, (i) => {
        const x = (from + i) * wide;
        const [a, b] = [lean[i % 8] ?? 0, lean[(i + 3) % 8] ?? 0];
        return polygon(
          [
            [x + a * 0.4, -16 + b],
            [x + wide - 4, -20 + a],
            [x + wide - 3 + b * 0.3, bottom + 10],
            [x + 1, bottom + 10],
          ],
          third,
        );
      }) +
      each(count, (i) => {
        if ([2, 6].includes((from + i + 70) % 7)) return '';
        const x = (from + i) * wide + 25;
        const a = lean[(i + 1) % 8] ?? 0;
        return polygon(
          [
            [x + a * 0.5, -30 + a],
            [x + 23, -32 - a],
            [x + 21 + a * 0.3, 78 + a * 2],
            [x + 2, 80 - a],
          ],
          first,
        );
      })
    );
  },
};

const bandoneon: Motif = {
  alt: 'un bandoneón abierto en abanico',
  reach: [-168, -86, 168, 124],
  draw: ({ ink, first, second, third }) => {
    const folds = 15;
    const [from, to] = [206, 334];
    const step = (to - from) / folds;
    const cheek = (angle: number, side: 1 | -1) =>
      turn(
        angle + 90,
        ...around(0, 96, 110, angle),
        (() => {
          const [x, y] = around(0, 96, 110, angle);
          return (
            box(x - (side === 1 ? 0 : 44), y - 66, 44, 132, second, 6) +
            each(10, (i) => disc(x + side * (13 + (i % 2) * 17), y - 48 + Math.floor(i / 2) * 24, 5.4, third))
          );
        })(),
      );
    return (
      each(folds, (i) =>
        sector(0, 96, 172 - (i % 2) * 9, from + i * step, from + (i + 1) * step, i % 2 ? third : first, 50 + (i % 2) * 7),
      ) +
      each(folds - 1, (i) => {
        const [x, y] = around(0, 96, 168, from + (i + 1) * step);
        const [u, v] = around(0, 96, 54, from + (i + 1) * step);
        return stroke(`M${Math.round(u)} ${Math.round(v)}L${Math.round(x)} ${Math.round(y)}`, second, 2.2);
      }) +
      cheek(to, 1) +
      cheek(from, -1) +
      oval(0, 118, 34, 5, ink)
    );
  },
};

const organ: Motif = {
  alt: 'los tubos dorados de un órgano que forman una ojiva',
  reach: [-132, -172, 132, 150],
  stands: true,
  draw: ({ bottom, first, second, third }) =>
    ring(0, -40, 128, 1.4, second) +
    ring(0, -40, 112, 1.4, second) +
    each(13, (i) => {
      const off = Math.abs(i - 6);
      const top = -156 + off ** 1.55 * 11;
      const x = (i - 6) * 19;
      const mouth = 74 - off * 7;
      return (
        box(x - 8, top, 16, bottom - top + 10, i % 2 ? second : first, 8) +
        box(x - 8, top + 10, 5, bottom - top, third).replace('/>', ' opacity=".28"/>') +
        shape(`M${x - 6} ${mouth}L${x} ${mouth - 22}L${x + 6} ${mouth}Z`, third) +
        box(x - 8, mouth + 3, 16, 3, third)
      );
    }),
};

export const instruments = { keys, bandoneon, organ };
