import { arc, around, box, disc, each, inside, polygon, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const star = (x: number, y: number, size: number, fill: string) =>
  shape(
    `M${x} ${y - size}Q${x} ${y} ${x + size} ${y}Q${x} ${y} ${x} ${y + size}Q${x} ${y} ${x - size} ${y}Q${x} ${y} ${x} ${y - size}Z`,
    fill,
  );

const sleeper: Motif = {
  alt: 'una luna dormida que lleva una torre por corona',
  reach: [-140, -184, 125, 116],
  draw: ({ first, second, third, paper, id }) => {
    const lid = (x: number) =>
      stroke(arc(x, 18, 25, 12, 168), third, 5.5) +
      each(5, (i) => {
        const [ax, ay] = around(x, 18, 25, 26 + i * 32);
        const [bx, by] = around(x, 18, 41, 26 + i * 32);
        return stroke(`M${Math.round(ax)} ${Math.round(ay)}L${Math.round(bx)} ${Math.round(by)}`, third, 4.5);
      });
    return (
      star(-108, -92, 13, second) +
      star(112, -58, 9, second) +
      star(96, -128, 15, first) +
      star(-132, 40, 8, first) +
      box(-44, -156, 88, 84, second) +
      each(4, (i) => box(-52 + i * 29.4, -178, 16, 30, second)) +
      box(-52, -156, 104, 10, second) +
      shape('M-13 -84V-116A13 13 0 0 1 13 -116V-84Z', third) +
      star(0, -110, 8, second) +
      disc(0, 10, 100, first) +
      inside(id('face'), disc(0, 10, 100, first), box(0, -90, 100, 200, second)) +
      lid(-44) +
      lid(44) +
      stroke('M0 14C-12 36 -16 48 0 50', paper, 5.5) +
      shape('M-17 74Q-7 66 0 71Q7 66 17 74Q0 88 -17 74Z', third)
    );
  },
};

const nose: Motif = {
  alt: 'un perfil con sombrero de pluma y una nariz descomunal',
  reach: [-178, -150, 190, 150],
  stands: true,
  draw: ({ first, second, third, left, bottom }) =>
    shape(`M-10 116C40 90 92 104 118 150V${Math.round(bottom) + 10}H-46V150Z`, second) +
    each(5, (i) => disc(-14 + i * 27, 118, 20, third)) +
    shape('M70 -50C128 -40 132 60 104 108C86 96 84 20 70 -50Z', second) +
    shape('M6 -50H94C108 0 104 70 74 112H22C2 96 2 60 6 40Z', third) +
    polygon(
      [
        [18, -38],
        [Math.max(left + 14, -178), 46],
        [14, 52],
      ],
      first,
    ) +
    shape('M14 58C-18 56 -34 74 -66 64C-50 92 -8 92 18 72Z', second) +
    shape('M18 84L-10 128L42 104Z', second) +
    stroke(arc(44, -6, 15, 190, 350), second, 5) +
    disc(40, -2, 5.5, second) +
    stroke('M22 -30L62 -36', second, 6) +
    turn(
      -9,
      40,
      -50,
      box(-64, -62, 196, 17, second, 8) +
        shape('M-4 -60C0 -112 20 -128 48 -128C82 -128 98 -104 100 -60Z', second) +
        box(-5, -76, 105, 12, first),
    ) +
    shape('M92 -92C132 -150 190 -126 178 -58C168 -84 150 -86 132 -78C118 -70 104 -76 92 -92Z', first) +
    stroke('M96 -92C130 -118 160 -112 174 -74', third, 2.6),
};

const bolt: Motif = {
  alt: 'una mujer con una nube de tormenta por peinado y rayos por aros',
  reach: [-140, -162, 142, 160],
  stands: true,
  draw: ({ first, second, third, paper, bottom }) => {
    const curls = [
      [-70, -70, 46],
      [-24, -108, 50],
      [34, -106, 50],
      [78, -64, 46],
      [-96, -14, 40],
      [100, -8, 40],
      [-84, 40, 34],
      [88, 44, 34],
      [0, -50, 80],
    ] as const;
    const zigzag = (x: number) =>
      polygon(
        [
          [x + 8, 56],
          [x - 18, 104],
          [x - 2, 104],
          [x - 16, 152],
          [x + 24, 90],
          [x + 6, 90],
          [x + 26, 56],
        ],
        first,
      );
    const lashes = (x: number) =>
      stroke(arc(x, -2, 20, 15, 165), second, 5) +
      each(3, (i) => {
        const [ax, ay] = around(x, -2, 20, 45 + i * 45);
        const [bx, by] = around(x, -2, 31, 45 + i * 45);
        return stroke(`M${Math.round(ax)} ${Math.round(ay)}L${Math.round(bx)} ${Math.round(by)}`, second, 4);
      });
    return (
      curls.map(([x, y, r]) => disc(x, y, r, second)).join('') +
      shape(`M-120 ${Math.round(bottom) + 10}C-110 132 -60 132 -22 126H22C60 132 110 132 120 ${Math.round(bottom) + 10}Z`, first) +
      shape(`M-22 100H22V${Math.round(bottom) + 10}H-22Z`, third) +
      shape('M-60 -30C-60 -78 60 -78 60 -30C60 40 40 112 0 118C-40 112 -60 40 -60 -30Z', third) +
      lashes(-28) +
      lashes(28) +
      disc(-42, 40, 12, first) +
      disc(42, 40, 12, first) +
      stroke('M-3 14Q-10 38 3 40', second, 4) +
      shape('M-32 72Q-14 54 0 64Q14 54 32 72Q0 104 -32 72Z', first) +
      stroke('M-24 73Q0 80 24 73', second, 3.4) +
      zigzag(-86) +
      zigzag(78) +
      each(5, (i) => stroke(`M${-62 + i * 30} ${-118 + (i % 2) * 16}q10 -12 20 0`, paper, 4)) +
      polygon(
        [
          [12, -148],
          [-16, -96],
          [2, -96],
          [-10, -56],
          [30, -108],
          [10, -108],
          [24, -148],
        ],
        paper,
      )
    );
  },
};

export const faces = { sleeper, nose, bolt };
