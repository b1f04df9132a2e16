import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Bookings } from '../../account/orders/Bookings.tsx';
import { readBookings } from '../../account/orders/read-orders.ts';
import { useFrame } from '../../frame/use-frame.ts';
import ordersTexts from '../../i18n/es/orders.json';
import { currentSession } from '../../session/store.ts';
import counterStyles from '../Counter.module.css';
import { CounterFrame } from '../CounterFrame.tsx';
import { NotACounter } from '../NotACounter.tsx';
import type { Route } from './+types/bookings-route';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (currentSession()?.user.role !== 'box-office') return null;
  return { bookings: await readBookings(request) };
}

export const handle = 'counter';

export function HydrateFallback() {
  return <CounterFrame>{null}</CounterFrame>;
}

/** S-19: the reservations of all counters, and whom they are for. */
export default function CounterBookings({ loaderData: read }: Route.ComponentProps) {
  const { t } = useTranslation(ordersTexts);
  const { brand } = useFrame();
  if (!read)
    return (
      <CounterFrame at="not-a-counter">
        <NotACounter />
      </CounterFrame>
    );
  const isPayable = read.bookings?.some(({ state }) => state === 'reserved');
  return (
    <CounterFrame at="bookings" without={isPayable ? [] : ['key.pay-first', 'key.cancel-first']}>
      <main id="main" className={counterStyles.counter}>
        <title>{`${t('bookings.box.title')} · ${brand.name}`}</title>
        <meta name="robots" content="noindex" />
        <h1 tabIndex={-1}>{t('bookings.box.title')}</h1>
        <Bookings bookings={read.bookings} isCounter />
      </main>
    </CounterFrame>
  );
}
