import { arc, around, box, disc, each, inside, oval, polygon, ring, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const skull: Motif = {
  alt: 'una calavera hecha de arcos concéntricos, con una corona roja',
  reach: [-100, -160, 100, 108],
  draw: ({ paper, first, second }) =>
    each(8, (i) => stroke(arc(0, -12, 96 - i * 11.5, 148 + i * 2, 392 - i * 2), first, 6.4, 'butt')) +
    disc(-40, 8, 37, paper) +
    disc(40, 8, 37, paper) +
    each(3, (i) => ring(-40, 8, 30 - i * 10, 5.5, first)) +
    each(3, (i) => ring(40, 8, 30 - i * 10, 5.5, i === 2 ? second : first)) +
    disc(40, 8, 13, second) +
    polygon(
      [
        [0, 26],
        [-13, 54],
        [13, 54],
      ],
      first,
    ) +
    stroke('M-92 34Q-84 58 -62 60M92 34Q84 58 62 60', first, 6.4) +
    each(7, (i) => box(-55 + i * 16.2, 66, 11.6, i === 4 ? 28 : 42 - Math.abs(i - 3) * 3.4, first, 5.6)) +
    turn(
      14,
      0,
      -12,
      polygon(
        [
          [-40, -104],
          [-46, -148],
          [-22, -124],
          [0, -158],
          [22, -124],
          [46, -148],
          [40, -104],
        ],
        second,
      ),
    ),
};

const nine: Motif = {
  alt: 'un nueve enorme trazado con líneas paralelas',
  reach: [-110, -132, 110, 150],
  stands: true,
  draw: ({ bottom, first, third, paper }) =>
    each(8, (i) => stroke(`M${104 - i * 11} -22V${Math.ceil(bottom) + 20}`, i === 5 ? third : first, 6.6, 'butt')) +
    disc(0, -22, 110, paper) +
    each(8, (i) => ring(0, -22, 104 - i * 11, 6.6, i === 5 ? third : first)) +
    stroke('M104 -24V96', first, 6.6, 'butt'),
};

const orbits: Motif = {
  alt: 'un planeta que canta rodeado de satélites con la boca abierta',
  reach: [-112, -132, 112, 96],
  draw: ({ paper, first, second, third, random, top, bottom, kind }) => {
    const wide = kind === 'featured' || kind === 'share';
    const singer = (x: number, y: number, r: number, fill: string) => disc(x, y, r, fill) + oval(x, y + r * 0.18, r * 0.3, r * 0.46, paper);
    const tracks = [62, 92, 126, 166, 210, 258]
      .filter((radius) => radius < (wide ? Math.min(-top, bottom) : -top) - 12)
      .map((radius, track) => {
        const count = 3 + track * 2;
        const turned = random() * 360;
        return (
          ring(0, 0, radius, 1, third) +
          each(count, (i) => {
            const [x, y] = around(0, 0, radius, turned + (i * 360) / count + random() * 14);
            return singer(x, y, 6 + ((i + track) % 3) * 3.4, (i + track) % 4 === 0 ? second : (i + track) % 3 === 0 ? third : first);
          })
        );
      });
    return tracks.join('') + singer(0, 0, 42, second);
  },
};

const handball: Motif = {
  alt: 'una mano lanza una pelota que deja estelas',
  reach: [-120, -118, 112, 150],
  stands: true,
  draw: ({ left, bottom, first, second, third, id }) =>
    each(5, (i) => {
      const from = Math.round(Math.max(left - 20, -150 + (i % 2) * 24));
      return stroke(`M${from} ${Math.round(-34 - i * 18 + (20 - i * 4 - from) * 0.95)}L${20 - i * 4} ${-34 - i * 18}`, third, 9);
    }) +
    disc(34, -42, 70, second) +
    inside(
      id('ball'),
      disc(34, -42, 70, second),
      ring(-24, -92, 72, 6, first) + ring(112, -20, 62, 6, first) + ring(50, 60, 62, 6, first),
    ) +
    each(4, (i) =>
      stroke(`M${-8 + i * 6} ${118 - i * 6}L${-44 + i * 33} ${6 - (i === 1 || i === 2 ? 12 : 0) + (i === 3 ? 8 : 0)}`, first, 24),
    ) +
    stroke('M6 120L92 48', first, 25) +
    shape(`M-28 112C-34 150 -30 170 -44 ${Math.round(bottom) + 20}H44C36 190 34 166 40 104Z`, first),
};

const owls: Motif = {
  alt: 'un búho de ojos enormes rodeado de murciélagos',
  reach: [-132, -128, 132, 132],
  draw: ({ paper, first, second, third, top, left, right }) => {
    const bat = (x: number, y: number, s: number, fill: string) =>
      shape(
        `M${x} ${y}q${-s * 0.5} ${-s * 0.7} ${-s * 1.6} ${-s * 0.5}q${s * 0.4} ${s * 0.3} ${s * 0.3} ${s * 0.8}q${s * 0.4} ${-s * 0.3} ${s * 0.7} 0q${s * 0.3} ${-s * 0.1} ${s * 0.6} ${s * 0.4}q${s * 0.3} ${-s * 0.5} ${s * 0.6} ${-s * 0.4}q${s * 0.3} ${-s * 0.3} ${s * 0.7} 0q${-s * 0.1} ${-s * 0.5} ${s * 0.3} ${-s * 0.8}q${-s * 1.1} ${-s * 0.2} ${-s * 1.6} ${s * 0.5}z`,
        fill,
      );
    const far = Math.max(top, -170);
    return (
      disc(0, 0, 112, second) +
      bat(Math.max(left, -118) + 30, far + 52, 22, third) +
      bat(Math.min(right, 120) - 30, far + 74, 17, third) +
      bat(Math.min(right, 128) - 40, 92, 14, third) +
      bat(Math.max(left, -128) + 36, 70, 15, third) +
      shape('M-66 -92C-40 -74 40 -74 66 -92C78 -40 80 60 40 112C20 128 -20 128 -40 112C-80 60 -78 -40 -66 -92Z', first) +
      each(5, (row) => each(6 - row, (i) => stroke(arc(-42.5 + row * 8.5 + i * 17, 34 + row * 15, 8.5, 0, 180), second, 2.6))) +
      [-31, 31]
        .map((x) => disc(x, -34, 33, second) + disc(x, -34, 26, third) + disc(x, -34, 19, second) + disc(x * 0.9, -34, 12, first))
        .join('') +
      polygon(
        [
          [0, -22],
          [-9, -8],
          [0, 14],
          [9, -8],
        ],
        paper,
      ) +
      each(6, (i) => stroke(`M${-30 + i * 9 + (i > 2 ? 15 : 0)} 116v14`, first, 6))
    );
  },
};

export const arcs = { skull, nine, orbits, handball, owls };
