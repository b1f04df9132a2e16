/** The server as it runs, which answers its parent with what memory it has left in use once garbage is collected. */
process.on('message', (message) => {
  if (message !== 'memory') return;
  // Twice: what a finaliser lets go of in the first is collected in the second.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});

await import('../../src/main.ts');
