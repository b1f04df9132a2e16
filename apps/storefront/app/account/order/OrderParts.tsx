import type { Order } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import orderTexts from '../../i18n/es/order.json';
import { pathTo } from '../../paths.ts';
import styles from './OrderParts.module.css';

type Part = NonNullable<Order['part']>;

/** The parts of an order with more tickets than one page or one document has: which one this is, and the way to the others. */
export function OrderParts({ orderId, part }: { orderId: string; part: Part }) {
  const { t } = useTranslation(orderTexts);
  const numbers = Array.from({ length: part.count }, (_, index) => index + 1);
  return (
    <nav className={styles.parts} aria-labelledby="parts-title" data-paper="">
      <h2 id="parts-title">{t('parts.title', { range: rangeOf(part), count: part.ticketCount })}</h2>
      <p className="screen-only">{t('parts.text', { size: part.size })}</p>
      <ol className="screen-only">
        {numbers.map((number) => (
          <li key={number}>
            <Link
              to={pathTo('order', { orderId }, { part: number })}
              aria-current={number === part.number ? 'page' : undefined}
              aria-label={t('parts.go', { range: rangeOf({ ...part, number }) })}
            >
              {rangeOf({ ...part, number })}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** `41–80` for the second part of 40. */
export const rangeOf = ({ number, size, ticketCount }: Part): string =>
  `${(number - 1) * size + 1}–${Math.min(number * size, ticketCount)}`;
