import type { DemoShow } from '../demo-show.ts';

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
