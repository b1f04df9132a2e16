import type { Run } from '../catalogue/run.ts';

/** One plan per show; no two shows of a venue meet at the same hour. */
export const muaRuns: Readonly<Record<string, Run>> = {
  'noche-de-arpas': { weeks: [1, 2], slots: [[[5, 6], '20:00']], soldOut: [1], demand: 0.2 },
  'los-yacares-electricos': { weeks: [1, 1], slots: [[[6], '22:00']], priced: 1.2, demand: 0.2 },
  'sueno-de-una-noche-de-verano': { weeks: [3, 5], slots: [[[4, 5, 6], '20:30']] },
  galopa: { weeks: [6, 6], slots: [[[6, 7], '19:30']], priced: 0.8 },
  'siete-criaturas': { weeks: [0, 5], slots: [[[7], '17:00']], priced: 0.6 },
  'canto-de-monte': { weeks: [2, 2], slots: [[[4], '21:00']] },
  'el-avaro': { weeks: [0, 4], slots: [[[5, 6], '20:30']], soldOut: [0], demand: 0.4 },
  medea: { weeks: [5, 8], slots: [[[4, 5], '20:30']] },
  'terere-y-carcajada': { weeks: [0, 8], slots: [[[3], '21:00']], demand: 0.3 },
  'tejer-la-luz': { weeks: [6, 7], slots: [[[6], '20:00']], cancelled: [1] },
  'final-de-futsal': { weeks: [4, 4], slots: [[[7], '18:00']], onSaleInDays: 9 },
  'sol-del-chaco': { weeks: [2, 3], slots: [[[6], '23:00']] },
};
