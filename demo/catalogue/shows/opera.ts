import type { DemoShow } from '../demo-show.ts';

export const operaShows: readonly DemoShow[] = [
  {
    slug: 'don-giovanni',
    title: 'Don Giovanni',
    credits: 'W. A. Mozart y Lorenzo Da Ponte · Puesta: Amadeo Trinidad Paz',
    synopsis:
      'Mil tres en España y ninguna que lo haya olvidado. El seductor invita a cenar a una estatua y la estatua acepta. Ópera en dos actos cantada en italiano, con sobretitulado y la escena final que quema el telón.',
    typeId: 4,
    venue: 'gran-teatro-alborada',
    durationMinutes: 185,
    ageNote: '+13',
    art: { motif: 'mask', layout: 'base', face: 'fat-italic', palette: ['#42132f', '#fbe6c8', '#fbe6c8', '#f1592a', '#f7b23b'] },
    tags: ['ópera'],
  },
  {
    slug: 'la-traviata',
    title: 'La Traviata',
    credits: 'Giuseppe Verdi · Violetta: Sabina Orfei Luna',
    synopsis:
      'Una fiesta, una flor que vuelve cuando se marchita y una carta escrita contra el propio corazón. Verdi en su hora más íntima, con coro, banda en escena y un tercer acto que transcurre en un solo haz de luz. Cantada en italiano, con sobretitulado.',
    typeId: 4,
    venue: 'gran-teatro-alborada',
    durationMinutes: 155,
    ageNote: 'Apta para todo público',
    art: { motif: 'camellia', layout: 'centred', face: 'serif-italic', palette: ['#f5c3cc', '#5d0f2c', '#fff6ec', '#c41f5d', '#2c6d4c'] },
    tags: ['ópera'],
  },
  {
    slug: 'carmen',
    title: 'Carmen',
    credits: 'Georges Bizet · Dirección: Rocío Almenar',
    synopsis:
      'Nadie manda sobre Carmen, y Carmen lo canta desde la primera escena. Una producción con cuerpo de baile flamenco, coro de niños y doscientos abanicos rojos. Ópera en cuatro actos, en francés con sobretitulado.',
    typeId: 4,
    venue: 'arena-parque-norte',
    durationMinutes: 170,
    ageNote: '+13',
    art: { motif: 'fan', layout: 'giant', face: 'didone', palette: ['#1f1b20', '#f7e7cb', '#d5182f', '#f0a51c', '#8a0f22'] },
    tags: ['ópera'],
  },
  {
    slug: 'el-lago-de-los-cisnes',
    title: 'El lago de los cisnes',
    credits: 'P. I. Chaikovski · Ballet de la Ribera',
    synopsis:
      'De noche es mujer, de día es cisne, y el príncipe confunde a una con su sombra. El Ballet de la Ribera baila la coreografía tradicional con cuarenta y ocho intérpretes y orquesta en el foso. El acto blanco, como se soñó.',
    typeId: 4,
    venue: 'gran-teatro-alborada',
    durationMinutes: 140,
    ageNote: 'Apta para todo público',
    art: { motif: 'swan', layout: 'top', face: 'thin', palette: ['#0e626a', '#f9f0dd', '#f9f0dd', '#0a2f35', '#e9a13b'] },
    tags: ['ballet'],
  },
  {
    slug: 'el-cascanueces',
    title: 'El cascanueces',
    credits: 'P. I. Chaikovski · Ballet de la Ribera y Escuela de Danza',
    synopsis:
      'Medianoche, un árbol que crece hasta el techo y un ejército de ratones contra un muñeco de madera. El cuento de fin de año con nieve de verdad, o casi. Recomendado desde los cuatro años y hasta los cien.',
    typeId: 4,
    venue: 'gran-teatro-alborada',
    durationMinutes: 110,
    ageNote: 'Apta para todo público',
    art: { motif: 'nutcracker', layout: 'band', face: 'slab', palette: ['#1d6e4c', '#fbeed4', '#d8372c', '#f4c04a', '#201d2a'] },
    tags: ['ballet', 'familia'],
  },
  {
    slug: 'aida',
    title: 'Aida',
    subtitle: 'Ópera en el estadio',
    credits: 'Giuseppe Verdi · Quinientos artistas en escena',
    synopsis:
      'Una princesa esclava, un general enamorado y la marcha triunfal más esperada, al aire libre y con sesenta mil personas. Trompetas en las cuatro tribunas y un sol que se pone en el segundo acto. En caso de lluvia, pasa al día siguiente.',
    typeId: 4,
    venue: 'estadio-ribera-sur',
    durationMinutes: 175,
    ageNote: 'Apta para todo público',
    art: { motif: 'pyramids', layout: 'top', face: 'deco', palette: ['#f3ab3d', '#1c3550', '#c9462c', '#1c4f6e', '#fbe7b8'] },
    tags: ['ópera', 'estadio'],
  },
];
