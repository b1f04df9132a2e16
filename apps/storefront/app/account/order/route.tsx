import type { Order } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import orderTexts from '../../i18n/es/order.json';
import { pathTo, queryNames } from '../../paths.ts';
import { purchaseIdOf } from '../../purchase/buy/addresses.ts';
import { currentSession } from '../../session/store.ts';
import type { Route } from './+types/route';
import styles from './Order.module.css';
import { OrderScreen } from './OrderScreen.tsx';
import ticket from './Ticket.module.css';

/** The order, or why there is none; offline, the order as it was last read. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const orderId = purchaseIdOf(params.orderId, null);
  if (orderId === null) return 'unknown';
  const part = partIn(new URL(request.url).searchParams);
  const kept = navigator.onLine ? undefined : keptOrder(orderId, part);
  if (kept) return { order: kept, offline: true };
  const [{ getOrder }, { pageCall }] = await Promise.all([import('@butaca/contract/order'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(getOrder, { params: { orderId }, query: { part } }, request);
  if (!answer.ok) return answer.failure === 'not_found' || answer.failure === 'invalid_input' ? 'unknown' : 'failed';
  keepOrder(answer.data, part);
  return { order: answer.data, offline: false };
}

/** Of a long order; anything but a small number is ignored. */
function partIn(search: URLSearchParams): number | undefined {
  const text = search.get(queryNames.part) ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

export function HydrateFallback() {
  const { t } = useTranslation(orderTexts);
  return <OrderShell title={t('title')} loading={t('loading')} />;
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(orderTexts);
  if (typeof loaderData === 'object') return <OrderScreen {...loaderData} />;
  return (
    <Statement title={t(`${loaderData}.title`)} text={t(`${loaderData}.text`)}>
      <LinkButton as={Link} to={pathTo('myOrders', {})}>
        {t('my orders')}
      </LinkButton>
    </Statement>
  );
}

/** Skeleton of the order's page. */
function OrderShell({ title, loading }: { title: string; loading: string }) {
  return (
    <main id="main" className={styles.order} aria-busy="true">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <p className={styles.back}>&nbsp;</p>
        <Skeleton className={styles.poster ?? ''} height="auto" />
        <div className={styles.about}>
          <h1 className="visually-hidden">{title}</h1>
          <p className="visually-hidden" role="status">
            {loading}
          </p>
          <Skeleton width="5rem" height="1.5rem" />
          <Skeleton width="min(18rem, 100%)" height="2.75rem" />
          <Skeleton width="14rem" height="1.25rem" />
          <Skeleton width="10rem" height="1.25rem" />
        </div>
      </header>
      <div className={styles.tickets} aria-hidden="true">
        <div className={ticket.ticket}>
          <div className={ticket.body}>
            <Skeleton width="5rem" height="1.25rem" />
            <Skeleton width="min(12rem, 100%)" height="7rem" />
            <Skeleton width="min(14rem, 100%)" height="2.5rem" />
          </div>
          <div className={ticket.stub}>
            <Skeleton className={ticket.qr ?? ''} height="auto" />
          </div>
        </div>
      </div>
    </main>
  );
}

const MOST = 20;

/** Orders that were opened, for the door without a connection. In memory only, and shown only in the session that read them. */
const kept = new Map<string, { readonly order: Order; readonly token: string }>();

const keyOf = (orderId: string, part = 1) => `${orderId} ${part}`;

function keepOrder(order: Order, part: number | undefined) {
  const token = currentSession()?.token;
  if (token === undefined) return;
  if (kept.size >= MOST) kept.clear();
  // Other parts of an order whose tickets were issued anew since have codes that are void.
  for (const [key, { order: before }] of kept)
    if (before.id === order.id && before.reissues?.length !== order.reissues?.length) kept.delete(key);
  kept.set(keyOf(order.id, part), { order, token });
}

function keptOrder(orderId: string, part: number | undefined): Order | undefined {
  const found = kept.get(keyOf(orderId, part));
  return found && found.token === currentSession()?.token ? found.order : undefined;
}
