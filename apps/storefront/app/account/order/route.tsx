import type { InputOf, Order } from '@butaca/contract';
import type { getOrder } from '@butaca/contract/order';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { Statement } from '../../frame/Statement.tsx';
import orderTexts from '../../i18n/es/order.json';
import { pathTo, queryNames } from '../../paths.ts';
import { purchaseIdOf } from '../../purchase/buy/addresses.ts';
import type { Route } from './+types/route';
import { keepOrder, keptOrder, timesWithheld } from './kept-orders.ts';
import styles from './Order.module.css';
import { type OrderReading, OrderScreen } from './OrderScreen.tsx';
import ticket from './Ticket.module.css';

const ANSWER_WITHIN_MS = 15_000;

/** A page that shows an order is not taken away by a reading that fails: it shows the order as it was last read. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs): Promise<OrderReading | 'unknown' | 'failed'> {
  const orderId = purchaseIdOf(params.orderId, null);
  if (orderId === null) return 'unknown';
  const part = partIn(new URL(request.url).searchParams);
  const asked = { params: { orderId }, query: { part } };
  for (;;) {
    const before = timesWithheld();
    const again = keptOrder(orderId, part) && (await readAgain(asked));
    // Looked up only now: the reading may have ended the session.
    const kept = again ? undefined : keptOrder(orderId, part);
    if (kept) return { order: kept.order, isWithheld: kept.isWithheld, isUnread: true };
    const order = again ?? (await readFirst(asked, request));
    if (typeof order === 'string') return order;
    // Tickets were issued anew while it was read: its codes may be those before.
    if (before !== timesWithheld()) continue;
    keepOrder(order, part);
    return { order, isUnread: false, isWithheld: false };
  }
}

type Asked = InputOf<typeof getOrder>;

const isUnknown = (failure: string | undefined) => failure === 'not_found' || failure === 'invalid_input';

async function readFirst(asked: Asked, request: Request): Promise<Order | 'unknown' | 'failed'> {
  const [{ getOrder }, { pageCall }] = await Promise.all([import('@butaca/contract/order'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(getOrder, asked, request);
  if (answer.ok) return answer.data;
  return isUnknown(answer.failure) ? 'unknown' : 'failed';
}

/** Undefined while it cannot be read. */
async function readAgain(asked: Asked): Promise<Order | 'unknown' | undefined> {
  if (!navigator.onLine) return undefined;
  const [{ getOrder }, client] = await Promise.all([import('@butaca/contract/order'), loadClient()]);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const outcome = await client.call(getOrder, asked, { purpose: 'charging', asOf: 'now', signal });
  if (outcome.status === 'ok') return outcome.data;
  return outcome.status === 'refusal' && isUnknown(outcome.failure) ? 'unknown' : undefined;
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
  if (typeof loaderData === 'object') return <OrderScreen key={loaderData.order.id} {...loaderData} />;
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
