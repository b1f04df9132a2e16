import { getPublicPerformance, type PerformanceDetail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { useRef, useState } from 'react';
import { redirect } from 'react-router';
import { type AsOf, takeAsOf } from '../../calls/as-of.ts';
import { serverCall, worldOf } from '../../calls/server-call.ts';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo, queryNames } from '../../paths.ts';
import { rememberPerformance } from '../../purchase/clock/exits.ts';
import { currentSession } from '../../session/store.ts';
import { useReadSoon, useRouteMoments } from '../moments/use-moments.ts';
import { readPicture } from '../venue/read-picture.ts';
import type { Route } from './+types/route';
import styles from './PerformanceScreen.module.css';
import { PerformanceScreen } from './PerformanceScreen.tsx';
import { performanceIdOf } from './performance-id.ts';

interface PerformancePage {
  readonly performance: PerformanceDetail | null;
  /** Null when it could not be read; the page then has no drawing. */
  readonly picture: VenuePicture | null;
  /** False for the public data of the server; true once the browser has read the performance with its session. */
  readonly certain: boolean;
}

const shell: PerformancePage = { performance: null, picture: null, certain: false };

/** The public page, cached by performance and link hash. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<PerformancePage> {
  const { searchParams: query } = new URL(request.url);
  const id = performanceIdOf(query.get(queryNames.performance), undefined);
  if (id === null) return shell;
  const hash = query.get(queryNames.hash) ?? undefined;
  const outcome = await serverCall(context, getPublicPerformance, { params: { performanceId: id }, query: { hash } });
  if (outcome.status !== 'ok') return shell;
  return { performance: outcome.data, picture: await readPicture(worldOf(context).fetch, outcome.data.mapHash), certain: false };
}

/** What this page showed last: asked anew at the opening, a performance still plays in the same house. */
let last: PerformancePage | undefined;

export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs): Promise<PerformancePage> {
  const { pathname, search, searchParams: query } = new URL(request.url);
  const id = performanceIdOf(query.get(queryNames.performance), params.performanceId);
  if (id === null) throw redirect(pathTo('cartelera', {}));
  const seen = (page: PerformancePage) => {
    if (page.performance) {
      rememberPerformance(`${pathname}${search}`);
      last = page;
    }
    return page;
  };
  const input = { params: { performanceId: id }, query: { hash: query.get(queryNames.hash) ?? undefined } };
  const asOf = takeAsOf();
  if (asOf !== undefined && last?.performance?.id === id) return (await readAnew(input, asOf, last)) ?? last;
  // On a first visit this is the page's own data; on later navigations both calls run at the same time.
  const publicPage = serverLoader().then(seen, () => shell);
  // Where the brand's pages of performances are open: the public page is all there is to see before a log-in.
  if (!currentSession()) return { ...(await publicPage), certain: true };
  const [{ getPerformance }, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(getPerformance, input, request);
  if (!answer.ok) return { ...shell, certain: true };
  const { performance, picture } = await publicPage;
  return seen({ performance: answer.data, picture: performance?.mapHash === answer.data.mapHash ? picture : null, certain: true });
}
interface Input {
  readonly params: { readonly performanceId: number };
  readonly query: { readonly hash: string | undefined };
}

/** One call, which no cache answers with what it kept before; undefined without an answer. */
async function readAnew(input: Input, asOf: AsOf, { performance, picture }: PerformancePage) {
  const [{ getPerformance, getPublicPerformance: publicOne }, { momentCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const answer = currentSession() ? await momentCall(getPerformance, input, asOf) : await momentCall(publicOne, input, asOf);
  if (!answer?.ok) return answer && { ...shell, certain: true };
  last = { performance: answer.data, picture: answer.data.mapHash === performance?.mapHash ? picture : null, certain: true };
  return last;
}

clientLoader.hydrate = true as const;

export default function Performance({ loaderData: { performance, picture, certain } }: Route.ComponentProps) {
  const { t } = useTranslation(landingTexts);
  const [nothingLeft, setNothingLeft] = useState(false);
  // Where places are chosen availability comes every two seconds. It says that nothing is left, not whether the last places are only held.
  const waits = performance !== null && (performance.state !== 'on_sale' || nothingLeft);
  useRouteMoments({ moment: waits ? performance.changesAt : undefined, polls: waits });
  useReadSoon(nothingLeft);
  const wasThere = useRef(false);
  wasThere.current ||= performance !== null;
  if (!performance && !certain) return <PerformanceShell label={t('performance.loading')} />;
  return (
    <>
      <p className="visually-hidden" role="status" data-msg="performance news">
        {!performance && wasThere.current && t('performance.over')}
      </p>
      <PerformanceScreen performance={performance} picture={picture} certain={certain} onNothingLeft={setNothingLeft} />
    </>
  );
}

/** Skeleton of the performance page. */
function PerformanceShell({ label }: { label: string }) {
  return (
    <main id="main" className={styles.performance} aria-busy="true">
      <title>{label}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1} className="visually-hidden">
        {label}
      </h1>
      <div className={styles.banner} aria-hidden="true">
        <div className={`${styles.image} ${styles.waiting}`} />
        <div className={`${styles.waiting} ${styles.waitingTitle}`} />
      </div>
      <div className={`${styles.waiting} ${styles.waitingTable}`} aria-hidden="true" />
    </main>
  );
}
