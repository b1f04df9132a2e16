import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What runs in browsers and is built before it is served. */
export interface WebApp {
  readonly name: 'storefront' | 'office';
  readonly home: string;
  /** A builder's script for this Node, with its arguments; run in the app's home. */
  readonly command: readonly string[];
  /** Where the builder leaves the files that browsers keep for ever. */
  readonly assets: string;
  /** Everything the build reads, as patterns from the root: the same sources are not built twice. */
  readonly sources: readonly string[];
}

const sourcesOf = (name: string, packages: string) => [
  `apps/${name}/{app,public}/**/*`,
  `apps/${name}/*.{ts,json,html}`,
  `packages/{${packages}}/src/**/*`,
  `packages/{${packages}}/package.json`,
  'scripts/web/*.ts',
  'package-lock.json',
];

const storefront = join(root, 'apps/storefront');
const office = join(root, 'apps/office');

export const webApps: readonly WebApp[] = [
  {
    name: 'storefront',
    home: storefront,
    command: [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
    assets: join(storefront, 'build/client/assets'),
    sources: sourcesOf('storefront', 'brand,browser,contract,ui,venue-map'),
  },
  {
    name: 'office',
    home: office,
    command: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
    assets: join(office, 'build/assets'),
    sources: sourcesOf('office', 'brand,browser,contract,ui'),
  },
];
