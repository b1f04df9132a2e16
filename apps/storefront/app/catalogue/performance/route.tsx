import { type ClosedPerformance, getPublicPerformance, getShow, type PerformanceDetail, type ShowDetail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { useRef, useState } from 'react';
import { redirect } from 'react-router';
import { type AsOf, takeAsOf } from '../../calls/as-of.ts';
import type { PageAnswer } from '../../calls/page-call.ts';
import { serverCall, worldOf } from '../../calls/server-call.ts';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo, queryNames } from '../../paths.ts';
import { rememberPerformance } from '../../purchase/clock/exits.ts';
import { currentSession } from '../../session/store.ts';
import { useReadSoon, useRouteMoments } from '../moments/use-moments.ts';
import { readPicture } from '../venue/read-picture.ts';
import type { Route } from './+types/route';
import { useClosedNews } from './ClosedNote.tsx';
import { noOthers, type OtherDates, othersIn } from './OtherDates.tsx';
import styles from './PerformanceScreen.module.css';
import { PerformanceScreen } from './PerformanceScreen.tsx';
import { performanceIdOf } from './performance-id.ts';

interface PerformancePage {
  readonly performance: PerformanceDetail | null;
  /** In its place, where it is not sold any more. */
  readonly closed: ClosedPerformance | null;
  /** What else there is of the show, where this performance cannot be bought. */
  readonly others: OtherDates;
  /** Null when it could not be read; the page then has no drawing. */
  readonly picture: VenuePicture | null;
  /** False for the public data of the server; true once the browser has read the performance with its session. */
  readonly certain: boolean;
}

const shell: PerformancePage = { performance: null, closed: null, others: noOthers, picture: null, certain: false };

/** The public page, cached by performance and link hash. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<PerformancePage> {
  const { searchParams: query } = new URL(request.url);
  const id = performanceIdOf(query.get(queryNames.performance), undefined);
  if (id === null) return shell;
  const hash = query.get(queryNames.hash) ?? undefined;
  const outcome = await serverCall(context, getPublicPerformance, { params: { performanceId: id }, query: { hash } });
  const read = async (show: ShowLink) => {
    const found = await serverCall(context, getShow, { params: { showId: show.id }, query: { hash: show.hash } });
    return found.status === 'ok' ? found.data : undefined;
  };
  if (outcome.status === 'refusal' && outcome.failure === 'event_not_available') {
    const closed = outcome.data.performance ?? null;
    return { ...shell, closed, others: await othersOf(id, closed?.show, read) };
  }
  if (outcome.status !== 'ok') return shell;
  const { data: performance } = outcome;
  const picture = await readPicture(worldOf(context).fetch, performance.mapHash);
  return { ...shell, performance, picture, others: await othersOf(id, soldOutShow(performance), read) };
}

interface ShowLink {
  readonly id: number;
  readonly hash: string;
}

/** The show of a performance that has nothing left. */
const soldOutShow = ({ state, showId: id, showHash: hash }: PerformanceDetail): ShowLink | undefined =>
  state === 'sold_out' && id !== undefined && hash !== undefined ? { id, hash } : undefined;

async function othersOf(performanceId: number, show: ShowLink | undefined, read: (show: ShowLink) => Promise<ShowDetail | undefined>) {
  const found = show && (await read(show));
  return found ? othersIn(found, performanceId) : noOthers;
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
  return seen(await pageOf(id, await pageCall(getPerformance, input, request), publicPage));
}

/** The page of an answer; the drawing of a house that it still plays in stays. */
async function pageOf(
  id: number,
  answer: PageAnswer<typeof getPublicPerformance>,
  before: PerformancePage | Promise<PerformancePage>,
): Promise<PerformancePage> {
  if (answer.ok) {
    const { data: performance } = answer;
    const { performance: known, picture } = await before;
    const others = await othersOf(id, soldOutShow(performance), readShow);
    return { ...shell, performance, others, picture: known?.mapHash === performance.mapHash ? picture : null, certain: true };
  }
  const closed = (answer.failure === 'event_not_available' && answer.data.performance) || null;
  return { ...shell, closed, others: await othersOf(id, closed?.show, readShow), certain: true };
}

/** Undefined without an answer: the page is complete without it. */
async function readShow({ id, hash }: ShowLink): Promise<ShowDetail | undefined> {
  const [{ getShow: endpoint }, { momentCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const answer = await momentCall(endpoint, { params: { showId: id }, query: { hash } }, 'now');
  return answer?.ok ? answer.data : undefined;
}

interface Input {
  readonly params: { readonly performanceId: number };
  readonly query: { readonly hash: string | undefined };
}

/** One call, which no cache answers with what it kept before; undefined without an answer. */
async function readAnew(input: Input, asOf: AsOf, before: PerformancePage) {
  const [{ getPerformance, getPublicPerformance: publicOne }, { momentCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const answer = currentSession() ? await momentCall(getPerformance, input, asOf) : await momentCall(publicOne, input, asOf);
  if (!answer) return undefined;
  const page = await pageOf(input.params.performanceId, answer, before);
  if (page.performance) last = page;
  return page;
}

clientLoader.hydrate = true as const;

export default function Performance({ loaderData }: Route.ComponentProps) {
  const { performance, closed, certain } = loaderData;
  const { t } = useTranslation(landingTexts);
  const [nothingLeft, setNothingLeft] = useState(false);
  // Where places are chosen availability comes every two seconds. It says that nothing is left, not whether the last places are only held.
  const waits = performance !== null && (performance.state !== 'on_sale' || nothingLeft);
  useRouteMoments({ moment: waits ? performance.changesAt : undefined, polls: waits });
  useReadSoon(nothingLeft);
  const wasThere = useRef(false);
  wasThere.current ||= performance !== null;
  const closedNews = useClosedNews(closed);
  if (!performance && !closed && !certain) return <PerformanceShell label={t('performance.loading')} />;
  return (
    <>
      <p className="visually-hidden" role="status" data-msg="performance news">
        {!performance && wasThere.current && (closedNews ?? t('performance.over'))}
      </p>
      <PerformanceScreen {...loaderData} onNothingLeft={setNothingLeft} />
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
