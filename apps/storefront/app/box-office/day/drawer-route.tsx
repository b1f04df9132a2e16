import { getDrawers } from '@butaca/contract/box-office';
import { pageCall } from '../../calls/page-call.ts';
import { currentSession } from '../../session/store.ts';
import { CounterFrame } from '../CounterFrame.tsx';
import { NotACounter } from '../NotACounter.tsx';
import type { Route } from './+types/drawer-route';
import { DrawerScreen } from './DrawerScreen.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (currentSession()?.user.role !== 'box-office') return null;
  const answer = await pageCall(getDrawers, {}, request);
  return { drawers: answer.ok ? answer.data : null };
}

export const handle = 'counter';

export function HydrateFallback() {
  return <CounterFrame>{null}</CounterFrame>;
}

export default function CounterDrawer({ loaderData: read }: Route.ComponentProps) {
  return (
    <CounterFrame at={read ? 'drawer' : 'not-a-counter'} without={read?.drawers?.open ? [] : ['key.cash-in', 'key.cash-out']}>
      {read ? <DrawerScreen drawers={read.drawers} /> : <NotACounter />}
    </CounterFrame>
  );
}
