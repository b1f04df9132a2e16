import type { PaymentMethod } from '@butaca/contract';
import type { ReactNode } from 'react';
import styles from './MethodChoice.module.css';

/** Says at a glance how a method is paid; neutral drawings of ours, because the method's name stands beside it. */
export function MethodMark({ kind, mark }: Pick<PaymentMethod, 'kind' | 'mark'>) {
  const drawing = drawingOf(kind, mark);
  return (
    <svg className={styles.mark} viewBox="0 0 40 28" aria-hidden="true" data-mark={drawing}>
      <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        {drawings[drawing]}
      </g>
    </svg>
  );
}

type Drawing = 'card' | 'hosted' | 'wallet' | 'phone' | 'app' | 'page' | 'coins' | 'code' | 'abroad';

const drawings: Readonly<Record<Drawing, ReactNode>> = {
  card: <path d="M9 6.5h22a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2zM7 11.5h26M11 17h6" />,
  hosted: (
    <path d="M19 21.5H9a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2h22a2 2 0 0 1 2 2v3M7 11.5h26M23.5 17h9v6.5h-9zM25.5 17v-1.8a2.5 2.5 0 0 1 5 0V17" />
  ),
  wallet: (
    <path d="M29 9.5V7a1.5 1.5 0 0 0-1.9-1.4L11 9.5h19a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2v-11M32 14h-5a2 2 0 0 0 0 4h5" />
  ),
  phone: (
    <path d="M15.5 4h9a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-17A1.5 1.5 0 0 1 15.5 4zM17.2 13.7l2 2 3.8-4M18.5 21h3" />
  ),
  app: (
    <path d="M12 4h8.5A1.5 1.5 0 0 1 22 5.5v17a1.5 1.5 0 0 1-1.5 1.5H12a1.5 1.5 0 0 1-1.5-1.5v-17A1.5 1.5 0 0 1 12 4zM14.8 21h3M25.5 10.5a5 5 0 0 1 0 7M28.3 7.5a9 9 0 0 1 0 13" />
  ),
  page: <path d="M20.5 6.5H9a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h18a2 2 0 0 0 2-2v-5.5M7 11.5h11M20.5 14.5 32.5 5M26.5 4.8h6.2V11" />,
  coins: (
    <path d="M13 8.5c0-1.7 3.1-3 7-3s7 1.3 7 3-3.1 3-7 3-7-1.3-7-3zM13 8.5v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V8.5M13 14v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V14" />
  ),
  code: (
    <path d="M11.5 5h7v7h-7zM21.5 5h7v7h-7zM11.5 15h7v7h-7zM14.8 8.5h.4M24.8 8.5h.4M14.8 18.5h.4M21.5 15.5h3v3M28.5 15.5v3.5M22 22h2.5M28.5 22h-.4" />
  ),
  abroad: (
    <path d="M20 4.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM10.5 14h19M20 4.5c2.6 2.6 4 5.8 4 9.5s-1.4 6.9-4 9.5c-2.6-2.6-4-5.8-4-9.5s1.4-6.9 4-9.5z" />
  ),
};

/** No two methods have one drawing, but for those that are paid by card; a mark that is not here has that of its kind. */
const byMark: Readonly<Record<string, Drawing>> = {
  card: 'card',
  bancard: 'hosted',
  tigo: 'phone',
  pool: 'app',
  apay: 'page',
  mercadopago: 'coins',
  modo: 'code',
  paypal: 'abroad',
};

const drawingOf = (kind: PaymentMethod['kind'], mark = ''): Drawing =>
  byMark[mark] ?? (kind === 'card' ? 'card' : kind === 'hosted' ? 'hosted' : 'wallet');
