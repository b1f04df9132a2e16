import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole map of routes is small and goes with the first page, so no later page waits for a piece of it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
