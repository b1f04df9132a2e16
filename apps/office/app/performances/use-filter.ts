import { useState } from 'react';
import { type Filter, type Span, spans } from './filter.ts';

const NAMES = { search: 'buscar', span: 'cuando' } as const;
const IN_ADDRESS: Readonly<Record<Span, string>> = { upcoming: 'proximas', today: 'hoy', week: 'semana', past: 'pasadas' };

/** What is looked for stands in the address, so that it can be kept and sent. */
export function useFilter(): readonly [Filter, (change: Partial<Filter>) => void] {
  const [filter, setFilter] = useState(() => readFilter(new URLSearchParams(location.search)));
  const change = (part: Partial<Filter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    history.replaceState(null, '', `${location.pathname}${addressOf(next)}`);
  };
  return [filter, change];
}

function readFilter(query: URLSearchParams): Filter {
  const span = spans.find((each) => IN_ADDRESS[each] === query.get(NAMES.span)) ?? 'upcoming';
  return { search: query.get(NAMES.search) ?? '', span };
}

function addressOf({ search, span }: Filter): string {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set(NAMES.search, search.trim());
  if (span !== 'upcoming') query.set(NAMES.span, IN_ADDRESS[span]);
  return query.size > 0 ? `?${query}` : '';
}
