import { defineConfig } from 'vite';

export default defineConfig({
  base: '/fila/',
  build: { target: 'es2022', outDir: 'build', assetsInlineLimit: 0, modulePreload: false },
  worker: { format: 'es' },
});
