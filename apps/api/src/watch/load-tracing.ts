import type { Spans } from './spans.ts';

/** Loads OpenTelemetry and starts it, where traces are wanted. */
export const loadTracing = async (
  traces: { readonly url: string; readonly share: number } | null,
  process: string,
): Promise<Spans | null> => traces && (await import('./tracing.ts')).startTracing({ ...traces, process });
