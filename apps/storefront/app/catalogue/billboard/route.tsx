import { getBillboard } from '@butaca/contract';
import { serverCall } from '../../calls/server-call.ts';
import { toCard } from '../card.ts';
import { remember } from '../show-index.ts';
import type { Route } from './+types/route';
import { BillboardScreen } from './BillboardScreen.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const outcome = await serverCall(context, getBillboard, {});
  if (outcome.status !== 'ok') throw new Response(null, { status: 503 });
  return { shows: outcome.data.items.map(toCard) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ getBillboard: endpoint }, { pageCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const answer = await pageCall(endpoint, {}, request);
  if (!answer.ok) throw new Response(null, { status: 503 });
  const shows = answer.data.items.map(toCard);
  remember(shows);
  return { shows };
}

export default function Billboard({ loaderData }: Route.ComponentProps) {
  return <BillboardScreen shows={loaderData.shows} />;
}
