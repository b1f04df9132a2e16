import { arc, around, box, disc, each, oval, place, polygon, ring, sector, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const knife: Motif = {
  alt: 'un azahar cuyo tallo es un cuchillo',
  reach: [-112, -180, 112, 214],
  draw: ({ first, second, third, bottom }) =>
    disc(0, -44, 92, third) +
    shape('M-15 34L15 34L15 92C15 128 4 150 -2 168C-12 150 -15 128 -15 92Z', first) +
    shape('M0 34H15V92C15 128 4 150 -2 168Z', '#ffffff') +
    box(-20, 20, 40, 15, second, 3) +
    each(5, (i) => turn(i * 72, 0, -44, shape('M0 -44C-40 -62 -40 -118 0 -132C40 -118 40 -62 0 -44Z', first))) +
    each(5, (i) => {
      const [x, y] = around(0, -44, 30, i * 72 - 54);
      return stroke(`M0 -44L${Math.round(x)} ${Math.round(y)}`, second, 3) + disc(x, y, 5, second);
    }) +
    disc(0, -44, 13, second) +
    (bottom > 190 ? shape('M-2 180C-14 200 -12 212 -2 212C8 212 10 200 -2 180Z', second) : ''),
};

const gull: Motif = {
  alt: 'una gaviota blanca sobre un lago y un sol naranja que se pone',
  reach: [-145, -125, 155, 140],
  ground: 'third',
  draw: ({ first, second, third, left, right, bottom }) => {
    const wide = right - left;
    return (
      disc(34, 44, 62, second) +
      box(left, 44, wide, bottom - 44, third) +
      each(6, (i) => box(34 - 56 + i * 8 + (i % 2) * 6, 56 + i * 15, 112 - i * 17, 5.4, second, 2.7)) +
      shape(
        'M-142 -62C-92 -106 -40 -84 -12 -40C-6 -31 6 -31 12 -40C36 -96 92 -132 152 -104C96 -96 62 -58 42 -16C34 2 20 16 0 22C-8 24 -30 24 -52 34C-42 20 -36 12 -28 4C-44 -36 -86 -66 -142 -62Z',
        first,
      ) +
      polygon(
        [
          [12, -34],
          [26, -48],
          [18, -26],
        ],
        second,
      )
    );
  },
};

const camellia: Motif = {
  alt: 'una camelia blanca que pierde un pétalo',
  reach: [-122, -122, 140, 166],
  draw: ({ first, second, third }) => {
    const petals = (count: number, radius: number, far: number, shift: number, skip = -1) =>
      each(count, (i) => {
        if (i === skip) return '';
        const [x, y] = around(0, 0, far, shift + (i * 360) / count);
        return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius}" fill="${first}" stroke="${second}" stroke-width="2"/>`;
      });
    const leaf = (angle: number) =>
      turn(angle, 0, 0, shape('M0 -70C30 -96 30 -128 0 -150C-30 -128 -30 -96 0 -70Z', third) + stroke('M0 -80V-138', first, 1.6));
    return (
      leaf(128) +
      leaf(158) +
      leaf(-112) +
      petals(9, 36, 68, 10, 1) +
      petals(7, 30, 48, 30) +
      petals(6, 24, 30, 0) +
      petals(4, 17, 15, 40) +
      disc(0, 0, 12, second) +
      stroke(arc(0, 0, 6, 20, 300), first, 2.4) +
      place(
        96,
        128,
        turn(38, 0, 0, `<ellipse rx="34" ry="22" fill="${first}" stroke="${second}" stroke-width="2"/>`) +
          stroke('M-20 -8Q0 4 24 12', second, 1.6),
      )
    );
  },
};

const fan: Motif = {
  alt: 'unos ojos que asoman detrás de un abanico rojo',
  reach: [-124, -142, 124, 112],
  draw: ({ ink, first, second, third, paper }) => {
    const step = 176 / 11;
    const eye = (x: number, tilt: number) =>
      turn(
        tilt,
        x,
        -78,
        shape(`M${x - 27} -76Q${x} -104 ${x + 27} -76Q${x} -58 ${x - 27} -76Z`, ink) +
          disc(x + 4, -79, 11, paper) +
          stroke(`M${x - 30} -80Q${x} -112 ${x + 31} -80`, second, 5),
      );
    return (
      eye(-44, 8) +
      eye(44, -8) +
      stroke('M-84 -108Q-46 -136 -16 -112M84 -108Q46 -136 16 -112', ink, 7) +
      each(11, (i) => sector(0, 92, 148, 182 + i * step, 182 + (i + 1) * step, i % 2 ? third : first, 62)) +
      each(11, (i) => {
        const [x, y] = around(0, 92, 146, 182 + (i + 0.5) * step);
        return disc(x, y, 20, i % 2 ? third : first);
      }) +
      each(11, (i) => {
        const [x, y] = around(0, 92, 138, 182 + (i + 0.5) * step);
        return disc(x, y, 6, second);
      }) +
      each(12, (i) => {
        const [x, y] = around(0, 92, 66, 182 + i * step);
        return stroke(`M0 92L${Math.round(x)} ${Math.round(y)}`, second, 4.5);
      }) +
      disc(0, 92, 11, ink) +
      ring(0, 92, 5, 3, first)
    );
  },
};

const mask: Motif = {
  alt: 'una mano de piedra con antifaz que sale de las llamas',
  reach: [-110, -128, 110, 150],
  stands: true,
  ground: 'third',
  draw: ({ paper, first, second, third, left, right, bottom }) => {
    const flames = (base: number, tall: number, wide: number, fill: string, shift: number) => {
      const count = Math.ceil((right - left) / wide) + 2;
      let d = `M${Math.round(left - wide)} ${Math.round(bottom) + 10}V${base}`;
      for (let i = 0; i < count; i += 1) {
        const lift = tall * (0.62 + 0.38 * Math.abs(Math.sin(i * 2.4 + shift)));
        d += `q${wide * 0.1} ${-lift * 0.5} ${wide * 0.55} ${-Math.round(lift)}q${-wide * 0.08} ${Math.round(lift * 0.55)} ${wide * 0.45} ${Math.round(lift)}`;
      }
      return shape(`${d}V${Math.round(bottom) + 10}Z`, fill);
    };
    const fingers = [
      [-46, -70],
      [-16, -98],
      [15, -92],
      [45, -66],
    ] as const;
    return (
      flames(112, 120, 58, second, 0) +
      fingers.map(([x, y]) => stroke(`M${x * 0.82} 20L${x * 1.16} ${y}`, first, 26)).join('') +
      stroke('M-42 66L-92 8', first, 26) +
      shape('M-52 10H52C58 50 50 80 40 112V200H-40V112C-54 84 -56 44 -52 10Z', first) +
      shape('M-66 12C-40 -4 -16 8 0 18C16 8 40 -4 66 12C62 48 26 62 0 36C-26 62 -62 48 -66 12Z', paper) +
      oval(-30, 28, 15, 9, third) +
      oval(30, 28, 15, 9, third) +
      oval(-30, 28, 5, 8, paper) +
      oval(30, 28, 5, 8, paper) +
      flames(150, 84, 44, third, 1.4)
    );
  },
};

export const cutPaper = { knife, gull, camellia, fan, mask };
