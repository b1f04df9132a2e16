import type { Order } from '@butaca/contract';

const DAY_MS = 86_400_000;
export const NOW = Date.UTC(2026, 10, 21, 12);

/** Two tickets for Hamlet, tomorrow evening, unless told otherwise. */
export function anOrder({ id = 'A'.repeat(22), startsAt = NOW + DAY_MS, ...rest }: Partial<Order> & { startsAt?: number } = {}): Order {
  const totals = { tickets: 0, serviceCharge: 0, antiFraudQr: 0, delivery: 0, products: 0, discounts: 0, total: 0, net: 0 };
  const show = { name: 'Hamlet, príncipe; de Dinamarca', images: [] };
  return {
    id,
    purchaseId: id,
    state: 'paid',
    tickets: [],
    performances: [
      {
        id: 7,
        startsAt,
        timeZone: 'America/Argentina/Buenos_Aires',
        venueName: 'Gran Teatro Alborada',
        venueAddress: 'Pasaje de los Telones 120, Ciudad Autónoma de Buenos Aires',
      },
    ],
    totals,
    pending: 0,
    paid: 0,
    purchase: { id, performances: [{ id: 7, placeCount: 2, show }], quantity: { total: 2 } },
    ...rest,
  };
}
