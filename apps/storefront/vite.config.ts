import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** Everything that `/` needs, in one file: two dozen small ones cost more in headers than they save. */
const FIRST_VISIT =
  /node_modules\/(?:react|react-dom|react-router|scheduler)\/|storefront\/app\/(?:chrome(?!\/top-bar\/(?:MenuDrawer\.tsx|suggestions\/))|frame\/(?!pixel)|login\/passkey-offer\/(?:offer|OfferAfterLogIn)\.|session\/exit-to-login|i18n\/es\/(?:catalogue|chrome|frame)\.|session\/store|paths|screens|catalogue\/(?:billboard\/(?!FeaturedArrows)|calendar|card|date-filter|show-index|ShowWhen|when))|packages\/ui\/src\/(?:i18n\/|components\/(?:Button|Dialog|Menu|Poster|classes))|packages\/brand\/src\/(?:money|translate)|packages\/browser\/src\/(?:session-store|create-store)/;

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // Found beforehand, or the first page in development is answered with files that the next search makes stale.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/*/**/*.tsx'] },
  // The build contains React's production form, whatever NODE_ENV is when the server runs (decision 007).
  ssr: { noExternal: command === 'build' ? true : [/^@butaca\//] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    ssr: command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {},
    client: {
      build: {
        rolldownOptions: {
          // A loader's import of the contract must not stay behind in the browser's half of the route for its side effects: it has none.
          treeshake: { moduleSideEffects: (id: string) => !/\/packages\/contract\/src\//.test(id) },
          output: { codeSplitting: { groups: [{ name: 'first', test: FIRST_VISIT }] } },
        },
      },
    },
  },
}));
