import { demoAccounts } from './accounts.ts';
import { prices } from './catalogue/prices.ts';
import { demoRuns } from './catalogue/runs.ts';
import { demoShowTypes } from './catalogue/show-types.ts';
import { demoShows } from './catalogue/shows.ts';
import type { Demo } from './demo.ts';
import { muaDemo } from './mua/index.ts';
import { demoVenues } from './venues/index.ts';

const butaca: Demo = {
  timeZone: 'America/Argentina/Buenos_Aires',
  showTypes: demoShowTypes,
  venues: demoVenues,
  shows: demoShows,
  runs: demoRuns,
  prices,
  accounts: demoAccounts,
};

const demos: Readonly<Record<string, Demo>> = { butaca, mua: muaDemo };

/** The demo of a brand; a brand without one begins with an empty billboard. */
export const demoOf = (brand: string): Demo | undefined => demos[brand];
