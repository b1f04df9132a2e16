import type { DemoShow } from '../demo-show.ts';

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
