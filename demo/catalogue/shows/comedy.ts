import type { DemoShow } from '../demo-show.ts';

export const comedyShows: readonly DemoShow[] = [
  {
    slug: 'el-medico-a-palos',
    title: 'El médico a palos',
    credits: 'Molière · Compañía Los Sanos Imaginarios',
    synopsis:
      'Un leñador recibe tantos golpes que termina aceptando que es médico, y para sorpresa de todos cura. Farsa veloz en tres actos con música de circo y diagnósticos del público. No reemplaza la consulta con un profesional.',
    typeId: 5,
    venue: 'gran-teatro-alborada',
    durationMinutes: 85,
    ageNote: 'Apta para todo público',
    art: { motif: 'doctor', layout: 'corner', face: 'slab', palette: ['#84c9b6', '#16352f', '#fbf1dc', '#e6562f', '#16352f'] },
    tags: ['farsa', 'clásico'],
  },
  {
    slug: 'perdon-por-la-tardanza',
    title: 'Perdón por la tardanza',
    credits: 'Monólogos de Braulio Demora · Todos los jueves, más o menos',
    synopsis:
      'Braulio llega tarde a todo, incluso a su propio espectáculo. Una hora de monólogos sobre relojes, colectivos y la gente que dice «estoy en camino» desde la ducha. Se permite entrar después de hora: es parte del chiste.',
    typeId: 5,
    venue: 'sotano-club',
    durationMinutes: 65,
    ageNote: '+16',
    art: { motif: 'clock', layout: 'stack', face: 'grotesque', palette: ['#f2618f', '#271b47', '#fff2de', '#f8c62a', '#271b47'] },
    tags: ['monólogo'],
  },
  {
    slug: 'se-corto-la-luz',
    title: 'Se cortó la luz',
    subtitle: 'Improvisación a oscuras',
    credits: 'Grupo Los Fusibles · El público trae la linterna',
    synopsis:
      'Seis improvisadores, ningún guion y una sala completamente a oscuras. La única luz es la que cada espectador trae y decide dónde apuntar. Cada función es distinta; algunas, además, se ven.',
    typeId: 5,
    venue: 'sotano-club',
    durationMinutes: 70,
    ageNote: '+13',
    art: { motif: 'eyes', layout: 'corner', face: 'fun', palette: ['#25232e', '#f9e65c', '#f9e65c', '#f7f2e4', '#3a3746'] },
    tags: ['improvisación'],
  },
];
