import type { CounterSale, CounterSaleSummary } from '@butaca/contract';
import { findCounterSales, getCounterSale } from '@butaca/contract/box-office';
import { pageCall } from '../../calls/page-call.ts';
import { currentSession } from '../../session/store.ts';
import { CounterFrame } from '../CounterFrame.tsx';
import type { KeyUse } from '../keys-of.ts';
import { NotACounter } from '../NotACounter.tsx';
import type { Route } from './+types/sales-route';
import { SalesScreen, waysOf } from './SalesScreen.tsx';

interface Day {
  readonly search: string;
  /** Null when they could not be read. */
  readonly sales: readonly CounterSaleSummary[] | null;
  readonly sale: CounterSale | null;
}

/** The number that was typed, and the sale that is open, stand in the address. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Day | null> {
  if (currentSession()?.user.role !== 'box-office') return null;
  const query = new URL(request.url).searchParams;
  const search = query.get('cBuscar')?.trim().slice(0, 100) ?? '';
  const orderId = query.get('idOperacion');
  const read = async (id: string | null | undefined) => {
    const sale = id && /^[\w-]{22}$/.test(id) ? await pageCall(getCounterSale, { params: { orderId: id } }, request) : null;
    return sale?.ok ? sale.data : null;
  };
  const [found, sale] = await Promise.all([pageCall(findCounterSales, { query: search === '' ? {} : { search } }, request), read(orderId)]);
  const sales = found.ok ? found.data.items : null;
  // What alone was found is what was looked for.
  const only = search !== '' && orderId === null && sales?.length === 1 ? sales[0] : undefined;
  return { search, sales, sale: sale ?? (await read(only?.id)) };
}

export const handle = 'counter';

export function HydrateFallback() {
  return <CounterFrame>{null}</CounterFrame>;
}

export default function CounterSales({ loaderData: day }: Route.ComponentProps) {
  return (
    <CounterFrame at={day ? 'sales' : 'not-a-counter'} without={missingKeys(day?.sale)}>
      {day ? <SalesScreen {...day} /> : <NotACounter />}
    </CounterFrame>
  );
}

/** Of what cannot be done with the sale that is open. */
function missingKeys(sale: CounterSale | null | undefined): readonly KeyUse[] {
  const ways = sale && waysOf(sale);
  return [
    ...(ways && ways.valid.length > 0 ? [] : (['key.change'] as const)),
    ...(ways?.canPrint ? [] : (['key.print'] as const)),
    ...(ways?.canVoid ? [] : (['key.void'] as const)),
  ];
}
