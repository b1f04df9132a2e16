import { getShow, listShows } from '@butaca/contract';
import { data } from 'react-router';
import { serverCall } from '../../calls/server-call.ts';
import { recall, remember } from '../show-index.ts';
import type { Route } from './+types/route';
import { LandingScreen } from './LandingScreen.tsx';
import { ShowNotAvailable } from './ShowNotAvailable.tsx';

/** The address has only the seo name; the list of shows knows its id and hash (C-10). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const list = await serverCall(context, listShows, {});
  const listed = list.status === 'ok' ? list.data.items.find(({ seo }) => seo === params.seo) : undefined;
  if (!listed) throw data(null, { status: 404 });
  const outcome = await serverCall(context, getShow, { params: { showId: listed.id }, query: { hash: listed.hash } });
  if (outcome.status !== 'ok') return data({ show: null }, { status: 410 });
  return data({ show: outcome.data });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  if (!recall(params.seo)) {
    const list = await pageCall(contract.listShows, {}, request);
    if (list.ok) remember(list.data.items);
  }
  const listed = recall(params.seo);
  if (!listed) throw data(null, { status: 404 });
  const answer = await pageCall(contract.getShow, { params: { showId: listed.id }, query: { hash: listed.hash } }, request);
  return { show: answer.ok ? answer.data : null };
}

export default function Landing({ loaderData: { show } }: Route.ComponentProps) {
  return show ? <LandingScreen show={show} /> : <ShowNotAvailable />;
}
