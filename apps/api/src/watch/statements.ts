import type { Watch } from './watch.ts';

/**
 * Times every statement from when it is asked for, so that waiting for a connection counts too, and says which took long. What
 * failed is told by whoever asked; here it is only named by its code.
 */
export function timedStatements({ counts, say, spans }: Watch, slowMs: number) {
  const seconds = counts.statementSeconds.of();
  return () => {
    const startedAt = performance.now();
    const endSpan = spans?.statement();
    return (statement: string, error?: unknown) => {
      const ms = performance.now() - startedAt;
      endSpan?.(statement, error);
      seconds.observe(ms / 1000);
      // Each listener listens again until the database is back, and tells of the outage by itself.
      if (slowMs === 0 || ms < slowMs || statement.startsWith('listen ')) return;
      const failed = error === undefined ? undefined : String((error as { code?: unknown } | null)?.code ?? 'unknown');
      say('slow-statement', { ms: Math.round(ms), statement, failed });
    };
  };
}
