import { getBillboard } from '@butaca/contract';
import { redirect, redirectDocument } from 'react-router';
import { serverCall, worldOf } from '../../calls/server-call.ts';
import { readCallSettings } from '../../calls/settings.ts';
import { type ShowCard, type ShowLink, toCard, toLink } from '../card.ts';
import { remember } from '../show-index.ts';
import type { Route } from './+types/route';
import { BillboardScreen } from './BillboardScreen.tsx';

interface Billboard {
  readonly shows: readonly ShowCard[];
  /** The other shows, which a page rendered by the server fetches when they are needed. */
  readonly rest?: readonly ShowLink[];
}

/** Of both the loader and the page, which keeps them in one file: the first visit had two of a line each. */
const NONE: readonly ShowLink[] = [];

/** Only the first cards come with the page: the whole billboard would be most of its bytes. */
export async function loader({ context }: Route.LoaderArgs): Promise<Billboard> {
  const { homeRedirectUrl } = worldOf(context).brand;
  if (homeRedirectUrl !== '') throw redirect(homeRedirectUrl);
  const outcome = await serverCall(context, getBillboard, {});
  if (outcome.status !== 'ok') throw new Response(null, { status: 503 });
  const { first } = worldOf(context).brand.billboard;
  const { items } = outcome.data;
  return { shows: items.slice(0, first).map(toCard), rest: items.slice(first).map(toLink) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Billboard> {
  const { homeRedirectUrl } = readCallSettings();
  if (homeRedirectUrl !== '') throw redirectDocument(homeRedirectUrl);
  const [{ getBillboard: endpoint }, { pageCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const answer = await pageCall(endpoint, {}, request);
  if (!answer.ok) throw new Response(null, { status: 503 });
  const shows = answer.data.items.map(toCard);
  remember(shows);
  return { shows, rest: NONE };
}

export default function Billboard({ loaderData }: Route.ComponentProps) {
  return <BillboardScreen shows={loaderData.shows} rest={loaderData.rest ?? NONE} />;
}
