import { arc, box, disc, each, mirror, oval, polygon, sector, shape, stroke, turn } from '../svg.ts';
import type { Motif } from './scene.ts';

const nutcracker: Motif = {
  alt: 'un cascanueces de bloques con galera y bigote',
  reach: [-116, -190, 116, 150],
  stands: true,
  draw: ({ ink, first, second, third, bottom }) =>
    box(-92, 96, 184, bottom - 86, first, 20) +
    box(-16, 96, 32, bottom - 86, ink) +
    each(3, (i) => disc(0, 116 + i * 30, 8, second)) +
    box(-108, 88, 66, 18, second, 9) +
    box(42, 88, 66, 18, second, 9) +
    each(7, (i) => box(-104 + i * 8.6, 104, 4, 22, second, 2) + box(46 + i * 8.6, 104, 4, 22, second, 2)) +
    box(-76, -58, 22, 148, third, 11) +
    box(54, -58, 22, 148, third, 11) +
    box(-60, -62, 120, 158, ink) +
    box(-60, -170, 120, 112, third) +
    box(-72, -74, 144, 18, second) +
    polygon(
      [
        [0, -152],
        [-22, -96],
        [0, -110],
        [22, -96],
      ],
      second,
    ) +
    disc(0, -168, 14, first) +
    disc(-28, -22, 15, third) +
    disc(28, -22, 15, third) +
    disc(-25, -25, 5, ink) +
    disc(31, -25, 5, ink) +
    stroke('M-48 -46L-12 -40M48 -46L12 -40', third, 7) +
    disc(-42, 10, 13, first) +
    disc(42, 10, 13, first) +
    box(-8, -22, 16, 38, first, 8) +
    shape('M0 18C-18 8 -46 14 -64 42C-40 42 -14 42 0 32C14 42 40 42 64 42C46 14 18 8 0 18Z', third) +
    box(-36, 46, 72, 50, third) +
    each(5, (i) => box(-32 + i * 13, 48, 11, 20, ink, 2)) +
    box(-36, 72, 72, 28, first),
};

const cat: Motif = {
  alt: 'un gato negro con sombrero de pluma y grandes botas rojas',
  reach: [-112, -165, 142, 172],
  draw: ({ first, second, third }) => {
    const boot =
      shape('M14 66H60V124C60 132 88 130 92 150C93 158 90 160 84 160H14Z', second) +
      box(9, 56, 56, 20, second, 4) +
      box(12, 160, 82, 9, first, 3);
    const half =
      polygon(
        [
          [14, -66],
          [62, -112],
          [66, -34],
        ],
        first,
      ) +
      disc(28, -32, 15, third) +
      oval(28, -32, 4.4, 12, first) +
      stroke('M34 -2L84 -12M34 6L82 10', third, 2.6);
    return (
      stroke('M40 84C126 96 142 28 106 -2C92 -14 84 8 98 12', first, 17) +
      polygon(
        [
          [-28, 0],
          [28, 0],
          [64, 94],
          [-64, 94],
        ],
        first,
      ) +
      mirror(half) +
      half +
      oval(0, -26, 68, 48, first) +
      [-28, 28].map((x) => disc(x, -32, 16, third) + oval(x, -32, 5, 13, first)).join('') +
      stroke('M-34 -4L-92 -14M-34 4L-90 10M34 -4L92 -14M34 4L90 10', third, 2.6) +
      polygon(
        [
          [-8, -12],
          [8, -12],
          [0, -3],
        ],
        second,
      ) +
      stroke('M0 -3Q-8 10 -16 4M0 -3Q8 10 16 4', third, 3) +
      turn(-9, 0, -78, oval(0, -74, 88, 15, second) + shape('M-46 -76C-44 -122 44 -122 46 -76Z', second) + box(-46, -88, 92, 11, third)) +
      shape('M36 -92C50 -152 110 -160 128 -128C102 -132 74 -116 36 -92Z', third) +
      mirror(boot) +
      boot
    );
  },
};

const puppet: Motif = {
  alt: 'un muñeco de madera con la nariz tan larga que no entra en el afiche',
  reach: [-136, -180, 130, 150],
  stands: true,
  draw: ({ ink, first, second, third, right, bottom }) => {
    const tip = Math.round(right) + 20;
    return (
      box(-104, 92, 100, bottom - 80, first, 30) +
      polygon(
        [
          [-86, 92],
          [-22, 92],
          [-54, 138],
        ],
        third,
      ) +
      each(2, (i) => disc(-54, 160 + i * 30, 8, third)) +
      box(-66, 66, 24, 34, third) +
      disc(-54, 10, 68, third) +
      box(-2, -2, tip, 22, third, 11) +
      each(Math.ceil(tip / 46), (i) => stroke(`M${26 + i * 46} 3v12`, ink, 2.4)) +
      stroke('M104 -2C108 -24 124 -30 138 -26', third, 4) +
      shape('M138 -26C148 -50 172 -48 178 -40C170 -22 152 -18 138 -26Z', second) +
      disc(-24, -14, 10, ink) +
      disc(-84, -14, 10, ink) +
      disc(-21, -17, 3, third) +
      disc(-81, -17, 3, third) +
      disc(-96, 22, 14, first) +
      disc(-26, 36, 13, first) +
      stroke(arc(-58, 30, 22, 30, 140), ink, 5) +
      polygon(
        [
          [-128, -38],
          [22, -38],
          [-66, -160],
        ],
        second,
      ) +
      box(-134, -46, 164, 16, first, 8) +
      disc(-66, -160, 14, first)
    );
  },
};

const rhino: Motif = {
  alt: 'un rinoceronte grabado con placas de armadura y cuerno rojo',
  reach: [-178, -92, 164, 114],
  draw: ({ first, second, third, id }) => {
    const hatch = (name: string, gap: number, angle: number) =>
      `<pattern id="${id(name)}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><rect width="${gap}" height="${gap}" fill="${third}"/><rect width="${gap}" height="${gap * 0.46}" fill="${first}"/></pattern>`;
    const fine = `url(#${id('fine')})`;
    const bold = `url(#${id('bold')})`;
    const leg = (x: number, fill: string) => shape(`M${x} 36H${x + 40}L${x + 34} 104H${x + 5}Z`, fill) + box(x, 100, 40, 12, first, 5);
    return (
      hatch('fine', 5, 35) +
      hatch('bold', 8, -50) +
      leg(-70, first) +
      leg(64, first) +
      shape('M-84 -22C-70 -84 92 -92 130 -20C140 12 134 44 120 60H-66C-86 40 -92 8 -84 -22Z', fine) +
      shape('M-84 -22C-74 -66 -40 -80 -8 -80C6 -40 4 20 -20 60H-66C-86 40 -92 8 -84 -22Z', bold) +
      shape('M78 -68C112 -58 138 -24 136 16C134 40 128 52 120 60H66C92 22 94 -24 78 -68Z', bold) +
      stroke('M-8 -80C6 -40 4 20 -20 60M78 -68C94 -24 92 22 66 60M-60 -68C-46 -30 -48 10 -66 40', first, 4.5) +
      leg(-40, bold) +
      leg(92, bold) +
      shape('M-72 -52C-104 -58 -130 -30 -148 8C-160 30 -158 56 -140 58C-116 62 -96 46 -80 34C-64 12 -60 -30 -72 -52Z', first) +
      shape('M-160 14C-168 -14 -176 -38 -170 -70C-152 -44 -136 -22 -132 4Z', second) +
      shape('M-122 -30C-126 -46 -124 -56 -118 -66C-108 -54 -102 -44 -100 -36Z', second) +
      polygon(
        [
          [-84, -52],
          [-82, -84],
          [-60, -60],
        ],
        first,
      ) +
      disc(-112, -6, 6.5, third) +
      disc(-113, -6, 3, first) +
      stroke('M-150 42Q-132 38 -124 26', third, 2.6) +
      stroke('M134 0C156 4 158 30 150 46', first, 5) +
      sector(150, 50, 9, 0, 359, first)
    );
  },
};

export const blocks = { nutcracker, cat, puppet, rhino };
