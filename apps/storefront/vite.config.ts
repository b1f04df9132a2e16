import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // A build carries React along, so that pages are rendered by its production form whatever the server's environment is.
  ssr: { noExternal: command === 'build' ? true : [/^@butaca\//] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A loader's import of the contract must not stay behind in the browser's half of the route for its side effects: it has none.
      treeshake: { moduleSideEffects: (id: string) => !/\/packages\/contract\/src\//.test(id) },
    },
  },
}));
