import { defineConfig } from 'vite';

export default defineConfig({
  base: '/oficina/',
  build: { target: 'es2022', outDir: 'build', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
