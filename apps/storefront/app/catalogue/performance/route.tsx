import { redirect } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo, queryNames } from '../../paths.ts';
import { rememberPerformance } from '../../purchase/clock/last-performance.ts';
import { landingTexts } from '../landing/texts.ts';
import type { Route } from './+types/route';
import { PerformanceScreen } from './PerformanceScreen.tsx';
import { PerformanceShell } from './PerformanceShell.tsx';
import { performanceIdOf } from './performance-id.ts';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { pathname, search, searchParams: query } = new URL(request.url);
  const id = performanceIdOf(query.get(queryNames.performance), params.performanceId);
  if (id === null) throw redirect(pathTo('cartelera', {}));
  const [{ getPerformance }, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(
    getPerformance,
    { params: { performanceId: id }, query: { hash: query.get(queryNames.hash) ?? undefined } },
    request,
  );
  if (answer.ok) rememberPerformance(`${pathname}${search}`);
  return { performance: answer.ok ? answer.data : null };
}

/** The page for everybody: the performance is read once the browser knows who asks. */
export function HydrateFallback() {
  const { t } = useTranslation(landingTexts);
  return <PerformanceShell label={t('performance.loading')} />;
}

export default function Performance({ loaderData }: Route.ComponentProps) {
  return <PerformanceScreen performance={loaderData.performance} />;
}
