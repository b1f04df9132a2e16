import type { DemoProduct } from '../demo.ts';

const MINOR_UNITS = 100;

/** A square picture on a ground of one colour. */
const picture = (ground: string, drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640"><rect width="640" height="640" fill="${ground}"/>${drawing}</svg>`;

const shirt = picture(
  '#f2e3c6',
  `<path d="M214 132 98 196l40 116 62-22v236h240V290l62 22 40-116-116-64c-18 40-52 62-106 62s-88-22-106-62Z" fill="#1f2a44"/>
<path d="M214 132c18 40 52 62 106 62s88-22 106-62l-26-12c-14 30-40 46-80 46s-66-16-80-46Z" fill="#131b2e"/>
<circle cx="320" cy="338" r="74" fill="#e4572e"/><path d="m298 300 62 38-62 38Z" fill="#f2e3c6"/>
<path d="M246 444h148M270 470h100" stroke="#f2e3c6" stroke-width="10" stroke-linecap="round"/>`,
);

const programme = picture(
  '#24453c',
  `<path d="m170 128 168-20v424l-168 20Z" fill="#f6efdf"/><path d="m338 108 152 44v424l-152-44Z" fill="#e2d5b6"/>
<path d="M206 190l96-11M206 226l96-11M206 262l64-7" stroke="#24453c" stroke-width="10" stroke-linecap="round"/>
<circle cx="254" cy="392" r="62" fill="#e4572e"/><path d="m234 358 54 30-54 34Z" fill="#f6efdf"/>
<path d="m374 190 80 23M374 232l80 23M374 274l80 23M374 316l56 16M374 400l80 23M374 442l80 23" stroke="#7a6a45" stroke-width="8" stroke-linecap="round"/>`,
);

const parking = picture(
  '#c9d6df',
  `<rect x="196" y="92" width="248" height="248" rx="36" fill="#1d5fa8"/>
<path d="M268 284V148h64c36 0 58 20 58 50s-22 50-58 50h-22v36Zm42-72h16c14 0 21-5 21-14s-7-14-21-14h-16Z" fill="#fff"/>
<rect x="308" y="340" width="24" height="92" fill="#52616b"/><path d="M96 520h448" stroke="#52616b" stroke-width="14" stroke-linecap="round"/>
<path d="M178 500v-44l34-50c6-8 12-12 22-12h152c10 0 18 4 24 12l36 50 44 10c12 3 18 10 18 22v12Z" fill="#e4572e"/>
<path d="m232 446 22-32c2-3 4-4 8-4h40v36Zm86 0v-36h62c4 0 6 1 8 4l24 32Z" fill="#1e2a36"/>
<circle cx="252" cy="504" r="34" fill="#1e2a36"/><circle cx="252" cy="504" r="14" fill="#c9d6df"/><circle cx="436" cy="504" r="34" fill="#1e2a36"/><circle cx="436" cy="504" r="14" fill="#c9d6df"/>`,
);

const arena = { venue: 'arena-parque-norte', show: null, performances: null, offered: true, mostPerPerson: null } as const;

/** What the arena sells beside its tickets. */
export const demoProducts: readonly DemoProduct[] = [
  {
    ...arena,
    key: 'remera-arena',
    name: 'Remera de la Arena',
    description: 'Algodón peinado, estampada en serigrafía.',
    handover: 'with_order',
    mostPerPurchase: 4,
    mostPerTicket: null,
    alt: 'Una remera azul con un círculo rojo en el pecho',
    drawing: shirt,
    variants: [
      ...(['S', 'M', 'L'] as const).map((name) => ({
        ...{ key: name.toLowerCase(), name, price: 28_000 * MINOR_UNITS, taxClass: 'iva-21' },
        stock: name === 'L' ? 2 : 120,
      })),
      { key: 'xl', name: 'XL', price: 28_000 * MINOR_UNITS, taxClass: 'iva-21', stock: 0 },
    ],
  },
  {
    ...arena,
    key: 'programa-arena',
    name: 'Programa de mano',
    description: 'Cuarenta páginas con fotos y la lista de temas.',
    handover: 'pickup',
    mostPerPurchase: 10,
    mostPerTicket: null,
    alt: 'Un programa abierto con un círculo rojo',
    drawing: programme,
    variants: [{ key: 'unico', name: null, price: 6_000 * MINOR_UNITS, taxClass: 'exempt', stock: 2000 }],
  },
  {
    ...arena,
    key: 'estacionamiento-arena',
    name: 'Estacionamiento',
    description: 'Un lugar para un auto, desde dos horas antes y hasta una hora después.',
    handover: 'pickup',
    mostPerPurchase: 2,
    mostPerTicket: 1,
    alt: 'Un auto rojo bajo un cartel de estacionamiento',
    drawing: parking,
    variants: [{ key: 'unico', name: null, price: 12_000 * MINOR_UNITS, taxClass: 'iva-21', stock: 400 }],
  },
];
