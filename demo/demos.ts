import { demoAccounts, demoBuyers } from './accounts.ts';
import { prices } from './catalogue/prices.ts';
import { demoRuns } from './catalogue/runs.ts';
import { demoShowTypes } from './catalogue/show-types.ts';
import { demoShows } from './catalogue/shows.ts';
import type { Demo } from './demo.ts';
import { muaDemo } from './mua/index.ts';
import { demoVenues } from './venues/index.ts';

const butaca: Demo = {
  brand: 'butaca',
  timeZone: 'America/Argentina/Buenos_Aires',
  showTypes: demoShowTypes,
  venues: demoVenues,
  shows: demoShows,
  runs: demoRuns,
  prices,
  accounts: demoAccounts,
  buyers: demoBuyers,
};

const demos: readonly Demo[] = [butaca, muaDemo];

/** The demo of a brand; a brand without one begins with an empty billboard. */
export const demoOf = (name: string): Demo | undefined => demos.find(({ brand }) => brand === name);
