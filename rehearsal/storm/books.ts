import type { GatewayPayment } from '../sheet.ts';
import { CHARACTERS, PROVIDERS, type ProviderName } from './fates.ts';

/** What a provider says of one payment: minor units of its currency. */
export interface TheirPayment {
  readonly provider: string;
  /** Our reference, or our number where the provider takes nothing else. */
  readonly key: string;
  readonly currency: string;
  readonly taken: number;
  readonly returned: number;
}

const minorUnits = (amount: string) => Math.round(Number(amount) * 100);

interface CybersourcePayment {
  readonly kind: 'payment' | 'refund';
  readonly code: string;
  readonly cents: number;
  readonly currency: string;
  readonly status: string;
  readonly refunded: number;
}
interface HostedPayment {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: string;
  readonly refunded: number;
}
interface BancardPayment {
  readonly shopProcessId: number;
  readonly amount: string;
  readonly currency: string;
  readonly code: string | null;
  readonly state: string;
}
interface PayPalOrder {
  readonly reference: string;
  readonly capture: {
    readonly amount: { readonly currency_code: string; readonly value: string };
    readonly refunds: readonly { readonly cents: number }[];
  } | null;
}

type Read = (answer: never) => Omit<TheirPayment, 'provider'>[];

const readHosted = ({ payments }: { payments: readonly HostedPayment[] }) =>
  payments.map(({ reference, amount, currency, state, refunded }) => ({
    key: reference,
    currency,
    taken: state === 'approved' || state === 'refunded' ? amount : 0,
    returned: refunded,
  }));

/** How each of them tells of its payments. */
const readers: Record<ProviderName, { readonly page: string; readonly read: Read }> = {
  payway: {
    page: 'payments.json',
    read: ({ payments }: { payments: readonly GatewayPayment[] }) =>
      payments.map(({ reference, amount, currency, status, refunded }) => ({
        key: reference,
        currency,
        taken: ['rejected', 'review', 'cancelled'].includes(status) ? 0 : amount,
        returned: refunded,
      })),
  },
  cybersource: {
    page: 'payments.json',
    read: ({ payments }: { payments: readonly CybersourcePayment[] }) =>
      payments
        .filter(({ kind }) => kind === 'payment')
        .map(({ code, currency, cents, status, refunded }) => ({
          key: code,
          currency,
          // What fraud prevention refuses stays reserved until it is reversed.
          taken: status === 'DECLINED' || status === 'AUTHORIZED_PENDING_REVIEW' ? 0 : cents,
          returned: status === 'VOIDED' || status === 'REVERSED' ? cents : refunded,
        })),
  },
  paypal: {
    page: 'control',
    read: ({ orders }: { orders: readonly PayPalOrder[] }) =>
      orders.map(({ reference, capture }) => ({
        key: reference,
        currency: capture?.amount.currency_code ?? '',
        taken: capture ? minorUnits(capture.amount.value) : 0,
        returned: capture?.refunds.reduce((sum, { cents }) => sum + cents, 0) ?? 0,
      })),
  },
  mercadopago: { page: 'payments.json', read: readHosted },
  modo: { page: 'payments.json', read: readHosted },
  apay: { page: 'payments.json', read: readHosted },
  pool: { page: 'payments.json', read: readHosted },
  tigo: { page: 'payments.json', read: readHosted },
  bancard: {
    page: 'payments.json',
    read: ({ payments }: { payments: readonly BancardPayment[] }) =>
      payments.map(({ shopProcessId, amount, currency, code, state }) => ({
        key: String(shopProcessId),
        currency,
        taken: code === '00' ? minorUnits(amount) : 0,
        returned: code === '00' && state === 'rolled_back' ? minorUnits(amount) : 0,
      })),
  },
};

/** What every provider of the sandbox has taken and given back. */
export async function readBooks(sandbox: string): Promise<TheirPayment[]> {
  const books = await Promise.all(
    PROVIDERS.map(async (provider) => {
      const { page, read } = readers[provider];
      const response = await fetch(`${sandbox}/${CHARACTERS[provider].path}/${page}`, { signal: AbortSignal.timeout(10_000) });
      return read((await response.json()) as never).map((payment) => ({ provider, ...payment }));
    }),
  );
  return books.flat();
}
