import type { DemoShow } from '../demo-show.ts';

export const classicalShows: readonly DemoShow[] = [
  {
    slug: 'requiem-de-mozart',
    title: 'Réquiem',
    subtitle: 'en re menor, K. 626',
    credits: 'Wolfgang Amadeus Mozart · Orquesta y Coro de la Alborada',
    synopsis:
      'La última obra de Mozart, la que dejó sin terminar, con cuatro solistas, coro de ochenta voces y orquesta de época. La primera parte ofrece el Ave verum corpus y un silencio de un minuto entero. Sin aplausos entre números.',
    typeId: 3,
    venue: 'gran-teatro-alborada',
    durationMinutes: 75,
    ageNote: 'Apta para todo público',
    art: { motif: 'organ', layout: 'centred', face: 'didone', palette: ['#2a2433', '#ecdcb6', '#cda64e', '#7d6a92', '#18141f'] },
    tags: ['coral', 'sinfónico'],
  },
  {
    slug: 'novena-de-beethoven',
    title: 'Novena Sinfonía',
    subtitle: 'Ludwig van Beethoven',
    credits: 'Filarmónica del Estuario · Dirección: Clara Ostrova',
    synopsis:
      'Doscientos intérpretes y nueve mil personas para la sinfonía que termina cantando. La Filarmónica del Estuario sale de la sala y lleva la Oda a la Alegría a la arena, con el coro sentado entre el público. Concierto sin intervalo.',
    typeId: 3,
    venue: 'arena-parque-norte',
    durationMinutes: 80,
    ageNote: 'Apta para todo público',
    art: { motif: 'nine', layout: 'swiss', face: 'grotesque', palette: ['#ea472c', '#fdf2de', '#fdf2de', '#321015', '#f9a63f'] },
    tags: ['sinfónico'],
  },
  {
    slug: 'las-cuatro-estaciones',
    title: 'Las cuatro estaciones',
    credits: 'Antonio Vivaldi · Violín: Inés Arrayán · Conjunto Laguna',
    synopsis:
      'Pájaros, granizo, borrachos y hielo: cuatro conciertos que cuentan un año entero. El Conjunto Laguna los toca de pie y lee antes de cada uno el soneto que Vivaldi escribió en la partitura. Ideal para un primer concierto.',
    typeId: 3,
    venue: 'gran-teatro-alborada',
    durationMinutes: 70,
    ageNote: 'Apta para todo público',
    art: { motif: 'seasons', layout: 'base', face: 'grotesque', palette: ['#f7ecd6', '#1f2a44', '#e8573d', '#2f8f6b', '#f2b632'] },
    tags: ['barroco'],
  },
  {
    slug: 'variaciones-goldberg',
    title: 'Variaciones Goldberg',
    credits: 'Johann Sebastian Bach · Clave: Hipólito Sarmén',
    synopsis:
      'Un aria, treinta variaciones y otra vez el aria, que ya no suena igual. Escritas, dicen, para un conde que no podía dormir. Función única a las once de la noche, con almohadón en cada butaca.',
    typeId: 3,
    venue: 'sotano-club',
    durationMinutes: 85,
    ageNote: 'Apta para todo público',
    art: { motif: 'variations', layout: 'top', face: 'modern', palette: ['#bcc8ec', '#1a2350', '#1a2350', '#f0682f', '#f8f1df'] },
    tags: ['barroco', 'íntimo'],
  },
  {
    slug: 'claro-de-luna',
    title: 'Claro de luna',
    subtitle: 'Debussy a orillas del agua',
    credits: 'Piano: Leonor Azabal',
    synopsis:
      'Preludios, imágenes y la Suite bergamasque en una noche de piano solo. El escenario se cubre con una lámina de agua que refleja la única luz de la sala. Leonor Azabal toca de memoria y casi a oscuras.',
    typeId: 3,
    venue: 'gran-teatro-alborada',
    durationMinutes: 80,
    ageNote: 'Apta para todo público',
    art: { motif: 'moonlight', layout: 'base', face: 'thin', palette: ['#1c3f63', '#f5e8bd', '#f5e8bd', '#5f93b3', '#12304d'] },
    tags: ['piano'],
  },
];
