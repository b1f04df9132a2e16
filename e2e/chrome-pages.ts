import { loadBrand } from '@butaca/brand/load';
import { createRenderer } from '../apps/storefront/server/renderer.ts';

/**
 * Writes a short page of the built storefront thirteen times as JSON, with each bar and the footer of the same number. Run by itself
 * with the origin of a running product, whose catalogue and assets the pages use.
 */
const [, , origin = ''] = process.argv;
const { brand, ...look } = await loadBrand('butaca');
// Not a name that the type checker would look up: it is not there before the build.
const build = import(new URL('../apps/storefront/build/server/index.js', import.meta.url).href);

const pages = await Promise.all(
  Array.from({ length: 13 }, async (_, index) => {
    const world = {
      fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(new URL(String(input), origin), init),
      brand: { ...brand, chrome: { ...brand.chrome, topBar: index + 1, footer: index + 1 } },
      look,
      publicOrigin: origin,
    };
    const { body } = await createRenderer(world, () => build, 'production').render('/PointSales', brand.locale.language);
    return body;
  }),
);
process.stdout.write(JSON.stringify(pages));
