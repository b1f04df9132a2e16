import { serverClock } from '@butaca/browser/server-clock.ts';
import { listAgenda, listShows } from '@butaca/contract';
import { calendarOf } from '@butaca/contract/calendar';
import type { RouterContextProvider } from 'react-router';
import { serverCall, worldOf } from '../calls/server-call.ts';
import { pathTo } from '../paths.ts';
import type { Route } from './+types/calendar';

/** What plays, as a calendar that phones and sites subscribe to: of the whole billboard, of one venue, or of one show. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const agenda = await serverCall(context, listAgenda, {
    query: {
      ...(params.seo === undefined ? {} : { showId: await showIdOf(context, params.seo) }),
      ...(params.venueId === undefined ? {} : { venueId: Number(params.venueId) }),
    },
  });
  if (agenda.status !== 'ok') throw new Response(null, { status: 503 });
  const { brand, publicOrigin } = worldOf(context);
  const { items } = agenda.data;
  const about = params.venueId !== undefined ? items[0]?.venueName : params.seo !== undefined ? items[0]?.showName : undefined;
  const text = calendarOf(
    items.map((item) => ({ ...item, page: new URL(pathTo('landing', { seo: item.showSeo }), publicOrigin).href })),
    {
      calendarId: 'funcion',
      page: new URL('/', publicOrigin).href,
      stampedAt: serverClock.now(),
      name: about === undefined ? brand.name : `${about} · ${brand.name}`,
    },
  );
  return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}

async function showIdOf(context: Readonly<RouterContextProvider>, showSeo: string): Promise<number> {
  const list = await serverCall(context, listShows, {});
  if (list.status !== 'ok') throw new Response(null, { status: 503 });
  const show = list.data.items.find(({ seo }) => seo === showSeo);
  if (!show) throw new Response(null, { status: 404 });
  return show.id;
}
