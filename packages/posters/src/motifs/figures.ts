import { box, disc, each, polygon, shape, stroke } from '../svg.ts';
import type { Motif } from './scene.ts';

const tram: Motif = {
  alt: 'un tranvía rojo de frente, con el faro encendido',
  reach: [-96, -112, 96, 150],
  stands: true,
  draw: ({ left, right, top, bottom, first, second, third }) =>
    polygon(
      [
        [-24, 70],
        [24, 70],
        [Math.min(right, 190), bottom + 10],
        [Math.max(left, -190), bottom + 10],
      ],
      third,
    ) +
    stroke(
      `M0 -104L${Math.round(left)} ${Math.round(top + 10)}M0 -104L${Math.round(right)} ${Math.round(Math.max(top, -170))}M0 -104L${Math.round(right)} ${Math.round(top - 30)}`,
      second,
      2.6,
    ) +
    stroke('M-34 -70L0 -104L34 -70M-26 -104H26', second, 6) +
    shape('M-74 92L-82 -40C-82 -66 -60 -78 0 -78C60 -78 82 -66 82 -40L74 92C74 104 -74 104 -74 92Z', first) +
    box(-40, -70, 80, 20, second, 4) +
    each(5, (i) => disc(-26 + i * 13, -60, 3.6, third)) +
    shape('M-68 -40H-29V22H-64ZM-22 -40H22V22H-22ZM68 -40H29V22H64Z', second) +
    polygon(
      [
        [-22, 22],
        [22, -30],
        [22, -8],
        [-4, 22],
      ],
      '#4a4646',
    ) +
    disc(0, 56, 21, second) +
    disc(0, 56, 15, third) +
    disc(-52, 70, 8, '#fbf1da') +
    disc(52, 70, 8, '#fbf1da') +
    box(-92, 98, 184, 12, second, 5) +
    box(-68, 112, 136, 14, second, 3) +
    stroke(
      `M-40 128L${Math.round(Math.max(left, -120))} ${Math.round(bottom) + 20}M40 128L${Math.round(Math.min(right, 120))} ${Math.round(bottom) + 20}`,
      second,
      6,
      'butt',
    ),
};

const knight: Motif = {
  alt: 'un caballo de ajedrez sobre el tablero',
  bounded: true,
  reach: [-110, -126, 110, 150],
  stands: true,
  draw: ({ left, right, bottom, first, second, third, paper }) => {
    const size = 46;
    const [from, rows] = [Math.floor(left / size), Math.max(0, Math.ceil((bottom - 104) / (size * 0.6)))];
    return (
      disc(0, -16, 104, first) +
      each(
        rows,
        (row) =>
          box(left, 104 + row * size * 0.6, right - left, size * 0.6 + 0.4, third) +
          each(Math.ceil((right - left) / size / 2) + 1, (i) =>
            box((from + i * 2 + ((row + from) % 2)) * size, 104 + row * size * 0.6, size, size * 0.6 + 0.4, second),
          ),
      ) +
      shape(
        'M-56 90C-52 50 -14 30 -4 -4C-24 6 -42 2 -56 14C-70 26 -92 14 -92 -2C-92 -18 -74 -30 -66 -52C-62 -66 -52 -78 -38 -86L-34 -122L-8 -96C50 -92 84 -36 78 24C76 52 72 74 74 90Z',
        second,
      ) +
      shape('M-8 -96C50 -92 84 -36 78 24C76 52 72 74 74 90H14C40 40 44 -30 -8 -96Z', third) +
      each(5, (i) => stroke(`M${20 + i * 8} ${-62 + i * 28}L${46 + i * 6} ${-74 + i * 30}`, first, 5)) +
      disc(-40, -48, 7, third) +
      stroke('M-84 -2L-70 0', third, 4) +
      box(-70, 88, 160, 20, second, 5) +
      box(-70, 88, 160, 5, paper).replace('/>', ' opacity=".25"/>')
    );
  },
};

const daughters: Motif = {
  alt: 'una mujer de luto que es una casa con cinco puertas; en una, un vestido verde',
  reach: [-130, -136, 130, 150],
  stands: true,
  draw: ({ first, second, third, paper, bottom }) =>
    shape(
      `M-58 -66C-58 -150 58 -150 58 -66C58 -40 84 -20 92 20L128 ${Math.round(bottom) + 10}H-128L-92 20C-84 -20 -58 -40 -58 -66Z`,
      first,
    ) +
    shape('M-28 -76C-28 -112 28 -112 28 -76C28 -44 14 -30 0 -30C-14 -30 -28 -44 -28 -76Z', paper) +
    stroke('M-18 -74h12M6 -74h12M-8 -48h16', first, 4) +
    stroke('M0 -72V-58', first, 3) +
    each(5, (i) => {
      const x = -72 + i * 36;
      const top = 40 + Math.abs(i - 2) * 3;
      return (
        shape(`M${x - 14} 140V${top + 14}A14 14 0 0 1 ${x + 14} ${top + 14}V140Z`, i === 4 ? paper : third) +
        disc(x, top + 34, 7, i === 4 ? second : first) +
        polygon(
          [
            [x, top + 36],
            [x + 12, 140],
            [x - 12, 140],
          ],
          i === 4 ? second : first,
        )
      );
    }),
};

export const figures = { tram, knight, daughters };
