import { pathTo, queryNames } from '../paths.ts';

/** The performance whose queue guards an address, or null: only `/funcion` and `/funcionTienda` have one (GU-001, R-035, R-037). */
export function guardedPerformance(url: URL, inPath: string | undefined): number | null {
  const [, word = ''] = url.pathname.split('/');
  if (!guarded.has(`/${word.toLowerCase()}`)) return null;
  // The query wins, as it does for the pages themselves.
  const id = Number(url.searchParams.get(queryNames.performance) ?? inPath);
  return Number.isInteger(id) ? id : null;
}

const guarded: ReadonlySet<string> = new Set([pathTo('funcion', {}), pathTo('funcionTienda', {}).toLowerCase()]);
