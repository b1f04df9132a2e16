import type { PerformanceDetail } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { performanceIdOf } from '../catalogue/performance/performance-id.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../catalogue/when.tsx';
import { paths, queryNames } from '../paths.ts';

/** The performance whose map `next` leads to; null for any other page. */
export function performanceIn(next: string | undefined): { readonly id: number; readonly hash: string | undefined } | null {
  const [path = '', search] = (next ?? '').split('?');
  const [start = '', , inPath] = path.slice(1).split('/');
  if (`/${start}`.toLowerCase() !== paths.funcion.path.replace(/\/:.*/, '')) return null;
  const query = new URLSearchParams(search);
  const id = performanceIdOf(query.get(queryNames.performance), inPath);
  return id === null ? null : { id, hash: query.get(queryNames.hash) ?? undefined };
}

/** What the visitor is about to choose places of, such as `Hamlet (vie 4 dic, 20:30)`; null until it is known, and where no map waits. */
export function useWantedPerformance(next: string | undefined): string | null {
  const words = useCalendarWords();
  const [performance, setPerformance] = useState<PerformanceDetail | null>(null);

  useEffect(() => {
    const wanted = performanceIn(next);
    if (!wanted) return;
    const leaving = new AbortController();
    const read = async () => {
      const [{ getPublicPerformance }, { momentCall }] = await Promise.all([
        import('@butaca/contract/catalogue'),
        import('../calls/page-call.ts'),
      ]);
      const answer = await momentCall(getPublicPerformance, { params: { performanceId: wanted.id }, query: { hash: wanted.hash } }, 'now');
      if (answer?.ok && !leaving.signal.aborted) setPerformance(answer.data);
    };
    // The page is complete without it.
    read().catch(() => undefined);
    return () => leaving.abort();
  }, [next]);

  if (!performance) return null;
  const { show, date } = performance;
  return `${show.name} (${dayOfWeekAndMonth(date, words)}, ${timeOf(date)})`;
}
