import type { DemoShow } from '../show-types.ts';

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

export const sportShows: readonly DemoShow[] = [
  {
    slug: 'final-de-handball',
    title: 'Final de handball',
    subtitle: 'Liga Metropolitana',
    credits: 'Atlético del Bajo – Unión Barrancas',
    synopsis:
      'Los dos mejores equipos de la temporada definen el título a partido único. Antes, la final juvenil y el concurso de penales. La entrada vale para toda la jornada.',
    typeId: 7,
    venue: 'polideportivo-del-bajo',
    durationMinutes: 120,
    ageNote: 'Apta para todo público',
    art: { motif: 'handball', layout: 'diagonal', face: 'grotesque', palette: ['#f36d22', '#1c1640', '#1c1640', '#fdf0d8', '#f9c846'] },
    tags: ['final'],
  },
  {
    slug: 'gala-de-ajedrez',
    title: 'Gala de ajedrez',
    subtitle: 'Cincuenta tableros, una maestra',
    credits: 'Simultáneas de Ofelia Zukerán',
    synopsis:
      'La gran maestra camina durante cuatro horas entre cincuenta tableros y juega contra todos a la vez. Hay comentarios en vivo, sala de análisis y un tablero gigante para chicos. Podés venir a mirar o anotarte para perder con honor.',
    typeId: 7,
    venue: 'polideportivo-del-bajo',
    durationMinutes: 240,
    ageNote: 'Apta para todo público',
    art: { motif: 'knight', layout: 'base', face: 'modern', palette: ['#4c2f86', '#fbeed9', '#f6b6d0', '#f4ecd8', '#251445'] },
    tags: ['ajedrez'],
  },
  {
    slug: 'el-clasico-de-la-ribera',
    title: 'El clásico de la ribera',
    subtitle: 'Fecha 14',
    credits: 'Deportivo Ribera Sur – Náutico Juniors',
    synopsis:
      'Noventa minutos, un río de por medio y ciento diez años de discusiones de sobremesa. El partido que parte a la ciudad en dos vuelve al estadio con las dos hinchadas. Abrimos puertas tres horas antes, con choripán y banda.',
    typeId: 7,
    venue: 'estadio-ribera-sur',
    durationMinutes: 115,
    ageNote: 'Apta para todo público',
    art: { motif: 'pitch', layout: 'spine', face: 'condensed', palette: ['#1f8d4e', '#fbf2dd', '#fbf2dd', '#f6cf3d', '#14663a'] },
    tags: ['fútbol', 'estadio'],
  },
  {
    slug: 'hielo-en-ocho',
    title: 'Hielo en ocho',
    subtitle: 'Gala de patinaje artístico',
    credits: 'Treinta patinadores · Coreografía: Greta Polarsen',
    synopsis:
      'Durante dos fines de semana la arena se convierte en una pista de hielo. Solos, parejas y una rueda final de treinta patinadores que dibuja un ocho perfecto. Traé abrigo: adentro también es invierno.',
    typeId: 7,
    venue: 'arena-parque-norte',
    durationMinutes: 100,
    ageNote: 'Apta para todo público',
    art: { motif: 'skater', layout: 'corner', face: 'wide', palette: ['#d3e9ef', '#15355c', '#15355c', '#e2406b', '#8fc3d8'] },
    tags: ['hielo', 'familia'],
  },
];

export const museumShows: readonly DemoShow[] = [
  {
    slug: 'letras-de-madera',
    title: 'Letras de madera',
    credits: 'Cuatrocientos tipos del taller Hermanos Galíndez',
    synopsis:
      'Afiches de circo, remates y bailes compuestos con tipos de peral tallados a mano. La muestra termina en el taller, donde cada visitante imprime su propio cartel. Entrada por franja horaria, sin butacas.',
    typeId: 100,
    venue: 'museo-de-la-estampa',
    durationMinutes: 60,
    ageNote: 'Apta para todo público',
    art: { motif: 'wood-type', layout: 'stack', face: 'slab', palette: ['#e6c896', '#2b1b13', '#c6331f', '#1f4f7b', '#2b1b13'] },
    tags: ['muestra', 'taller'],
  },
  {
    slug: 'los-caprichos-de-goya',
    title: 'Los caprichos',
    subtitle: 'Ochenta aguafuertes de Goya',
    credits: 'Francisco de Goya · Primera edición completa',
    synopsis:
      'El sueño de la razón produce monstruos, y también ochenta estampas que no perdieron filo. La serie completa, a la altura de los ojos y con lupas para todos. Visitas guiadas los sábados al caer la tarde.',
    typeId: 100,
    venue: 'museo-de-la-estampa',
    durationMinutes: 75,
    ageNote: '+13',
    art: { motif: 'owls', layout: 'top', face: 'serif', palette: ['#c8b9dd', '#2b2038', '#2b2038', '#f6e3a1', '#7a5fa3'] },
    tags: ['muestra', 'grabado'],
  },
  {
    slug: 'bestiario-de-plomo',
    title: 'Bestiario de plomo',
    credits: 'Animales impresos, 1500–1900 · Curaduría: Eva Tintorel',
    synopsis:
      'Rinocerontes dibujados de oídas, peces con cara de obispo y un león que parece un perro preocupado. Cuatro siglos de animales impresos por gente que nunca los vio. Con una sala para dibujar el tuyo.',
    typeId: 100,
    venue: 'museo-de-la-estampa',
    durationMinutes: 60,
    ageNote: 'Apta para todo público',
    art: { motif: 'rhino', layout: 'giant', face: 'condensed', palette: ['#a3a9ae', '#22252c', '#22252c', '#df4a2a', '#f1ead9'] },
    tags: ['muestra', 'familia'],
  },
];
