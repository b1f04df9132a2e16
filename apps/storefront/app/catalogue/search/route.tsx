import { getBillboard } from '@butaca/contract';
import { serverCall } from '../../calls/server-call.ts';
import { queryNames } from '../../paths.ts';
import { toCard } from '../card.ts';
import { remember } from '../show-index.ts';
import type { Route } from './+types/route';
import { findShows, typesIn } from './find-shows.ts';
import { SearchScreen } from './SearchScreen.tsx';

/** Text and types that an address asks for. */
function askedFor(request: Request) {
  const query = new URL(request.url).searchParams;
  return { text: query.get(queryNames.search)?.trim() ?? '', types: typesIn(query.getAll(queryNames.showType)) };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const outcome = await serverCall(context, getBillboard, {});
  if (outcome.status !== 'ok') throw new Response(null, { status: 503 });
  const asked = askedFor(request);
  return { ...asked, shows: findShows(outcome.data.items, asked).map(toCard) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(contract.getBillboard, {}, request);
  if (!answer.ok) throw new Response(null, { status: 503 });
  remember(answer.data.items);
  const asked = askedFor(request);
  return { ...asked, shows: findShows(answer.data.items, asked).map(toCard) };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchScreen {...loaderData} />;
}
