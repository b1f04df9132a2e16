import { butacaDemo } from './butaca/index.ts';
import type { Demo } from './demo.ts';
import { muaDemo } from './mua/index.ts';

const demos: readonly Demo[] = [butacaDemo, muaDemo];

/** The demo of a brand; a brand without one begins with an empty billboard. */
export const demoOf = (name: string): Demo | undefined => demos.find(({ brand }) => brand === name);
