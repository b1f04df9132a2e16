import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** Everything that `/` needs, in one file: two dozen small ones cost more in headers than they save. */
const FIRST_VISIT =
  /node_modules\/(?:react|react-dom|react-router|scheduler)\/|storefront\/app\/(?:root\.|chrome(?!\/top-bar\/(?:CustomerEntries\.tsx|MenuDrawer\.tsx|suggestions\/))|frame\/(?!pixel)|login\/(?:external\/LogOutFrame|passkey-offer\/OfferAfterLogIn)\.|session\/exit-to-login|i18n\/es\/(?:catalogue|chrome|frame)\.|session\/store|paths|catalogue\/(?:billboard\/(?!FeaturedArrows)|calendar|card|date-filter|show-index|ShowWhen|when))|packages\/ui\/src\/(?:i18n\/|components\/(?:Button|Dialog|Menu|Poster|classes))|packages\/brand\/src\/(?:money|translate)|packages\/browser\/src\/(?:session-store|create-store)/;

/** A few lines each, and needed together by nearly every page of a purchase. None of them imports anything. */
const SMALL_PIECES_OF_SALE =
  /storefront\/app\/(?:purchase\/(?:buy\/(?:summary\/(?:place-name|Summary\.module)|Buy\.module)|ticket-count)|calls\/random-id)|contract\/src\/refusals|browser\/src\/poll/;

/** Five characters of the file tell its classes from another file's; Vite's own names have the line in the file too, which nothing needs. */
const hashOf = (file: string) =>
  createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 5);

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // Found beforehand, or the first page in development is answered with files that the next search makes stale.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/*/**/*.tsx'] },
  // The build contains React's production form, whatever NODE_ENV is when the server runs (decision 007).
  ssr: { noExternal: command === 'build' ? true : [/^@butaca\//] },
  css: { modules: { generateScopedName: (name, file) => `_${name}_${hashOf(file)}` } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    ssr: command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {},
    client: {
      build: {
        rolldownOptions: {
          // A loader's import of the contract must not stay behind in the browser's half of the route for its side effects: it has none.
          treeshake: { moduleSideEffects: (id: string) => !/\/packages\/contract\/src\//.test(id) },
          output: {
            // The list of all files goes with the first page: names of shared ones were a tenth of it, and no hash can be compressed.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
            assetFileNames: ({ names }) =>
              names.some((name) => name.endsWith('.css')) ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                // A second style sheet on purpose. With a single one a connection is free for the scripts early, and they take the bandwidth of
                // fonts and poster: on slow 4G the first text came 0.3 s later.
                { name: 'base', test: /(?:ui\/src\/(?:tokens|fonts|base)|app\/frame\/page)\.css/ },
                { name: 'first', test: FIRST_VISIT },
                { name: 'sale', test: SMALL_PIECES_OF_SALE },
              ],
            },
          },
        },
      },
    },
  },
}));
