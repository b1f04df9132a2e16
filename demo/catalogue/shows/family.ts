import type { DemoShow } from '../demo-show.ts';

export const familyShows: readonly DemoShow[] = [
  {
    slug: 'el-gato-con-botas',
    title: 'El gato con botas',
    credits: 'Charles Perrault · Títeres del Ombú',
    synopsis:
      'Un gato pide un par de botas y consigue un castillo. Con títeres de dos metros, música en vivo y un ogro que se transforma delante de todos. Cuarenta y cinco minutos que pasan en un salto.',
    typeId: 6,
    venue: 'gran-teatro-alborada',
    durationMinutes: 50,
    ageNote: 'Apta para todo público',
    art: { motif: 'cat', layout: 'top', face: 'fun', palette: ['#43abd9', '#1d1b2e', '#1d1b2e', '#dd3a2d', '#f8d34b'] },
    tags: ['títeres', 'desde 3 años'],
  },
  {
    slug: 'pinocho',
    title: 'Pinocho',
    credits: 'Carlo Collodi · Teatro de la Viruta',
    synopsis:
      'La historia del muñeco que quería ser un chico, contada por los carpinteros que lo hicieron. Todo lo que aparece en escena se construye ahí mismo con madera, sierra y canciones. La nariz, ya vas a ver, no entra en el teatro.',
    typeId: 6,
    venue: 'gran-teatro-alborada',
    durationMinutes: 60,
    ageNote: 'Apta para todo público',
    art: { motif: 'puppet', layout: 'base', face: 'retro', palette: ['#f6e9cf', '#1f2c4d', '#e5402f', '#2f73bd', '#f4b93a'] },
    tags: ['desde 4 años'],
  },
  {
    slug: 'la-ballena-que-queria-volar',
    title: 'La ballena que quería volar',
    credits: 'Idea y canciones: Nilda Marengo Sosa · Con la Banda de Papel',
    synopsis:
      'Amalia pesa cuarenta toneladas y sueña con las nubes. Con la ayuda de un cardumen, una gaviota miope y cuatrocientos globos, lo va a intentar. Un musical de papel recortado para chicos de tres a ocho años.',
    typeId: 6,
    venue: 'polideportivo-del-bajo',
    durationMinutes: 55,
    ageNote: 'Apta para todo público',
    art: { motif: 'whale', layout: 'band', face: 'fun', palette: ['#fbc9b2', '#1d2f6f', '#2a5fd0', '#f2553f', '#fdf3e0'] },
    tags: ['musical', 'desde 3 años'],
  },
  {
    slug: 'caperucita-y-el-lobo',
    title: 'Caperucita y el lobo',
    credits: 'Hermanos Grimm · Danza: Compañía Bosque Adentro',
    synopsis:
      'Un triángulo rojo, un bosque de líneas y una sombra con dientes. El cuento de siempre, bailado y sin palabras, con las formas más simples del mundo. Al terminar, los chicos pueden recorrer el bosque.',
    typeId: 6,
    venue: 'gran-teatro-alborada',
    durationMinutes: 45,
    ageNote: 'Apta para todo público',
    art: { motif: 'forest', layout: 'giant', face: 'modern', palette: ['#cfe0bb', '#1b241f', '#dd2f2a', '#1b241f', '#f8f0dc'] },
    tags: ['danza', 'desde 4 años'],
  },
];
