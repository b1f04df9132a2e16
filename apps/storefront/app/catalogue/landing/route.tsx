import { getShow, listShows } from '@butaca/contract';
import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import { takeAsOf } from '../../calls/as-of.ts';
import { serverCall } from '../../calls/server-call.ts';
import { readQueuedAgain } from '../../waiting-room/use-queued.ts';
import { useRouteMoments } from '../moments/use-moments.ts';
import { recall, remember } from '../show-index.ts';
import type { Route } from './+types/route';
import { LandingScreen } from './LandingScreen.tsx';
import { ShowNotAvailable } from './ShowNotAvailable.tsx';

/** The address has only the seo name; the list of shows knows its id and hash (C-10). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const list = await serverCall(context, listShows, {});
  if (list.status !== 'ok') throw new Response(null, { status: 503 });
  const listed = list.data.items.find(({ seo }) => seo === params.seo);
  if (!listed) throw data(null, { status: 404 });
  const outcome = await serverCall(context, getShow, { params: { showId: listed.id }, query: { hash: listed.hash } });
  if (outcome.status === 'ok') return data({ show: outcome.data });
  if (outcome.status === 'refusal' && outcome.failure === 'event_not_available') return data({ show: null }, { status: 410 });
  throw new Response(null, { status: 503 });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [contract, { pageCall, momentCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const asOf = takeAsOf();
  if (!recall(params.seo)) {
    const list = await pageCall(contract.listShows, {}, request);
    if (!list.ok) throw new Response(null, { status: 503 });
    remember(list.data.items);
  }
  const listed = recall(params.seo);
  if (!listed) throw data(null, { status: 404 });
  const input = { params: { showId: listed.id }, query: { hash: listed.hash } };
  const answer =
    asOf === undefined
      ? await pageCall(contract.getShow, input, request)
      : // A date that has gone on sale may have a waiting room now: its link says so from the beginning.
        (await Promise.all([momentCall(contract.getShow, input, asOf), readQueuedAgain()]))[0];
  // The page shows what it had.
  if (!answer) return { show: undefined };
  if (answer.ok) return { show: answer.data };
  if (answer.failure === 'event_not_available') return { show: null };
  throw new Response(null, { status: 503 });
}

export default function Landing({ loaderData: { show: answered } }: Route.ComponentProps) {
  const latest = useRef(answered ?? null);
  if (answered !== undefined) latest.current = answered;
  const show = latest.current;
  // A page that came from the server is asked for anew by id, without the list of shows.
  useEffect(() => {
    if (show) remember([show]);
  }, [show]);
  useRouteMoments({ moment: show?.changesAt, polls: show !== null });
  return show ? <LandingScreen show={show} /> : <ShowNotAvailable />;
}
