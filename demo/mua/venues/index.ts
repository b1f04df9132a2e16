import type { DemoVenue } from '../../venues/index.ts';
import { anfiteatroDelArroyo } from './anfiteatro-del-arroyo.ts';
import { salaLapacho } from './sala-lapacho.ts';
import { tingladoTrece } from './tinglado-trece.ts';

const inAsuncion = { city: 'Asunción', timeZone: 'America/Asuncion' };

/** Stone under the sky, a small room and a shed; streets are invented. */
export const muaVenues: readonly DemoVenue[] = [
  {
    slug: 'anfiteatro-del-arroyo',
    name: 'Anfiteatro del Arroyo',
    address: 'Bajada de las Piedras 300',
    ...inAsuncion,
    map: anfiteatroDelArroyo,
  },
  { slug: 'sala-lapacho', name: 'Sala Lapacho', address: 'Callejón de los Lapachos 45', ...inAsuncion, map: salaLapacho },
  { slug: 'tinglado-13', name: 'Tinglado 13', address: 'Muelle de las Naranjas, puerta 13', ...inAsuncion, map: tingladoTrece },
];
