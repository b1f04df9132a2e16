import { type ListedProduct, listProducts } from '@butaca/contract';
import { data } from 'react-router';
import { serverCall } from '../../calls/server-call.ts';
import type { Route } from './+types/route';
import { ShopScreen } from './ShopScreen.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const products = await serverCall(context, listProducts, { query: { venueId: venueIdOf(params) } });
  if (products.status !== 'ok') throw unavailable(products);
  return shopOf(params, products.data.items);
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/product'), import('../../calls/page-call.ts')]);
  const products = await pageCall(contract.listProducts, { query: { venueId: venueIdOf(params) } }, request);
  if (!products.ok) throw unavailable(products);
  return shopOf(params, products.data.items);
}

/** Without a shop there is no such page (FL-017). */
const unavailable = (answer: object) =>
  'failure' in answer && answer.failure === 'not_found' ? data(null, { status: 404 }) : new Response(null, { status: 503 });

interface ShopParams {
  readonly venueId?: string | undefined;
}

function venueIdOf({ venueId }: ShopParams): number | undefined {
  if (venueId === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(venueId)) throw data(null, { status: 404 });
  return Number(venueId);
}

const shopOf = (params: ShopParams, products: readonly ListedProduct[]) => ({ venueId: venueIdOf(params), products });

export default function ShopPage({ loaderData: { venueId, products } }: Route.ComponentProps) {
  return <ShopScreen venueId={venueId} products={products} />;
}
