import { lineOf, outline } from '../lettering/line.ts';
import { box, disc, each, inside, oval, place, ring, sector, shape, stroke } from '../svg.ts';
import type { Motif } from './scene.ts';

const cactus: Motif = {
  alt: 'tres cactus con anteojos de sol sobre un sol coral',
  reach: [-146, -116, 146, 180],
  stands: true,
  ground: 'second',
  draw: ({ first, second, third, paper, left, right, bottom, id }) => {
    const saguaro = (ink: string) =>
      stroke('M0 150V-78', ink, 52) +
      stroke('M0 62H-62V4', ink, 34) +
      stroke('M0 34H62V-44', ink, 34) +
      stroke('M-118 150V62', ink, 40) +
      stroke('M122 150V78', ink, 36) +
      stroke('M122 112H158V84', ink, 24);
    const sun = disc(26, -24, 88, second);
    const spikes = each(7, (i) => stroke(`M-12 ${-4 + i * 22}v9M12 ${6 + i * 22}v9`, paper, 3));
    return (
      sun +
      saguaro(first) +
      inside(id('sun'), sun, saguaro(third)) +
      spikes +
      each(3, (i) => stroke(`M-118 ${76 + i * 24}v9M122 ${92 + i * 22}v9`, paper, 3)) +
      sector(-13, -62, 15, 0, 180, paper) +
      sector(20, -62, 15, 0, 180, paper) +
      box(-29, -66, 66, 6, paper, 3) +
      box(left, 146, right - left, Math.max(0, bottom - 145), second) +
      inside(id('ground'), box(left, 146, right - left, Math.max(0.1, bottom - 145), second), saguaro(third))
    );
  },
};

const whale: Motif = {
  alt: 'una ballena azul que sube al cielo colgada de globos',
  reach: [-132, -162, 194, 108],
  draw: ({ first, second, third, ink, id }) => {
    const balloons = [
      [-66, -96, 25, second],
      [-28, -126, 27, third],
      [14, -102, 25, second],
      [54, -130, 25, third],
      [88, -94, 22, second],
      [-100, -128, 20, third],
    ] as const;
    const body = shape(
      'M-128 8C-128 -44 -70 -58 -20 -52C44 -46 78 0 118 -14C128 -40 118 -54 100 -66C128 -72 142 -58 146 -44C158 -60 174 -62 190 -52C176 -42 166 -30 160 -8C150 44 92 86 8 86C-78 86 -128 60 -128 8Z',
      first,
    );
    return (
      balloons.map(([x, y, r]) => stroke(`M${x} ${y + r}Q${x * 0.6} -60 ${Math.round(x * 0.4)} -30`, ink, 1.8)).join('') +
      balloons
        .map(([x, y, r, fill]) => oval(x, y, r, r * 1.16, fill) + oval(x - r * 0.35, y - r * 0.4, r * 0.16, r * 0.3, '#ffffff'))
        .join('') +
      body +
      inside(
        id('belly'),
        body,
        shape('M-140 36C-80 62 20 66 110 40V110H-140Z', third) +
          each(6, (i) => stroke(`M${-112 + i * 34} ${50 + (i % 3) * 2}q-4 20 6 44`, first, 2.6)),
      ) +
      disc(-86, 2, 12, third) +
      disc(-88, 2, 6, ink) +
      stroke('M-126 26Q-96 44 -62 26', ink, 5) +
      disc(-58, 18, 9, second) +
      shape('M-14 40C10 40 34 66 30 104C4 102 -16 78 -14 40Z', first)
    );
  },
};

const woodType: Motif = {
  alt: 'letras de madera sobreimpresas: una eñe roja, una a y un signo azules',
  reach: [-168, -142, 168, 152],
  draw: ({ first, second, third, id }) => {
    const letter = (text: string, size: number, x: number, y: number, fill: string) => {
      const line = lineOf(text, text === '&' ? 'didone' : 'slab');
      const { d, scale } = outline(line, size);
      return `<path transform="translate(${x} ${y})scale(${Math.round(scale * 10_000) / 10_000})" fill="${fill}" d="${d}"/>`;
    };
    const red = letter('Ñ', 230, -118, 76, first);
    const marks = (ink: string) => letter('&', 196, 6, 128, ink) + letter('g', 150, -168, 96, ink);
    const clip = red.replace(/ fill="[^"]*"/, '');
    return red + marks(second) + inside(id('letter'), clip, marks(third));
  },
};

const skater: Motif = {
  alt: 'una patinadora que dibuja ochos sobre el hielo',
  reach: [-100, -160, 100, 194],
  draw: ({ first, second, third }) =>
    each(
      9,
      (i) =>
        ring(0, -(22 + i * 7), 22 + i * 7, i % 3 === 2 ? 3.2 : 1.5, i % 3 === 2 ? first : third) +
        ring(0, 24 + i * 9, 24 + i * 9, i % 3 === 2 ? 3.2 : 1.5, i % 3 === 2 ? first : third),
    ) +
    place(
      -8,
      -4,
      stroke('M2 0C-6 -22 -4 -38 6 -54', second, 11) +
        stroke('M6 -54C-26 -42 -56 -52 -84 -82', second, 10) +
        shape('M-8 -62C8 -70 20 -96 44 -98C54 -98 56 -86 48 -80C36 -72 26 -56 16 -46C4 -40 -10 -50 -8 -62Z', second) +
        stroke('M44 -90C64 -84 82 -90 98 -104M40 -92C30 -108 28 -120 32 -136', second, 6) +
        disc(62, -112, 12, second) +
        stroke('M-8 5H18M-92 -76L-80 -94', first, 4),
    ),
};

const swan: Motif = {
  alt: 'un cisne trazado con una sola curva y su reflejo oscuro',
  ground: 'second',
  reach: [-134, -128, 134, 150],
  draw: ({ paper, first, second, third, left, right, bottom }) => {
    const bird = (body: string, beak: string) =>
      shape(
        'M-118 0C-104 -44 -44 -64 4 -46C40 -34 62 -26 72 -50C84 -82 36 -96 34 -132C33 -160 60 -176 84 -164C96 -158 102 -148 104 -138C92 -148 76 -152 66 -142C54 -128 104 -104 104 -58C104 -16 62 0 10 0Z',
        body,
      ) +
      shape('M98 -152C112 -150 124 -140 130 -128C118 -134 108 -136 102 -138Z', beak) +
      disc(84, -154, 3.6, second) +
      stroke('M-88 -14C-60 -40 -20 -44 14 -30M-56 -8C-34 -24 -8 -26 16 -18', second === body ? third : second, 3);
    return (
      place(-6, 40, bird(first, third)) +
      box(left, 40, right - left, Math.max(0, bottom - 40), second) +
      `<g transform="translate(-6 44) scale(1 -.62)" opacity=".92">${bird(paper, third)}</g>` +
      each(5, (i) => box(-128 + i * 12, 56 + i * 19, 236 - i * 30, 2.6, first, 1.3))
    );
  },
};

export const overprint = { cactus, whale, 'wood-type': woodType, skater, swan };
