import type { Demo, DemoAccount } from '../demo.ts';
import { muaPrices } from './prices.ts';
import { muaRuns } from './runs.ts';
import { muaShowTypes } from './show-types.ts';
import { muaShows } from './shows.ts';
import { muaVenues } from './venues/index.ts';

const paraguayan = { country: 'py', document: ['ci', '4123456'], phone: '595981555010' } as const;

const accounts: readonly DemoAccount[] = [
  { ...paraguayan, role: 'customer', name: 'Rocío Benegas', email: 'rocio@correo.example', password: 'Luciernaga2026' },
  { ...paraguayan, role: 'box-office', name: 'Derlis Ocampo', email: 'boleteria@mua.example', password: 'Boleteria2026' },
  { ...paraguayan, role: 'organiser', name: 'Nilda Cabrera', email: 'organizador@mua.example', password: 'Organizador2026' },
];

/** A season in Asunción. */
export const muaDemo: Demo = {
  brand: 'mua',
  timeZone: 'America/Asuncion',
  showTypes: muaShowTypes,
  venues: muaVenues,
  shows: muaShows,
  runs: muaRuns,
  prices: muaPrices,
  accounts,
  buyers: ['Blas Cantero', 'Carmela Insfrán', 'Eladio Duarte', 'Fátima Villalba', 'Lilian Escobar', 'Óscar Melgarejo'],
};
