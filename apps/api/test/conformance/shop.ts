import { loadBrand } from '@butaca/brand/load';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import { buyerAt } from '../factories/buyer.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { anOrganiser } from '../factories/office.ts';
import { havePurchase, haveSales, TICKET_TOTAL } from '../factories/purchase.ts';
import type { ProviderUnderTest } from './provider-under-test.ts';

/** One theatre with two nights, sold in pesos and in guaraníes, each with all providers of its currency. */
export async function aShop(db: Db, rows: readonly ProviderUnderTest[]) {
  const [sale, otherNight] = await haveSales(db, [{ rows: 60 }, { rows: 4 }]);
  const { brand } = await loadBrand('butaca');
  const shops = { ARS: await shopIn('ARS'), PYG: await shopIn('PYG') };
  let next = 0;

  async function shopIn(currency: 'ARS' | 'PYG') {
    const own = rows.filter((row) => row.currency === currency);
    const providers = new Map(own.map(({ provider }) => [provider.name, provider]));
    const app = await customersApp(db, {
      brand: {
        ...brand,
        locale: { ...brand.locale, currency },
        cardTries: { ...brand.cardTries, customer: manyTries, card: manyTries, network: manyTries },
        payments: { methods: own.map(({ method }) => method) },
      },
      payments: [...providers.values()],
    });
    return { app, ...(await aBuyer(app)), office: await anOrganiser(db, app) };
  }

  async function aBuyer(app: FastifyInstance) {
    const { token, email } = await loggedIn(app);
    const [row] = await db<{ id: string }[]>`update customer set email_confirmed_at = now() where email = ${email} returning id`;
    return { buyer: buyerAt(app, { token }), customerId: row?.id ?? '' };
  }

  /** An open purchase of two seats. */
  const open = async (customerId: string, of: { readonly sale: typeof sale; readonly placeIds: number[] }) => ({
    id: await havePurchase(db, { ...of, customerId, deliveryTypeId: 1 }),
    total: 2 * TICKET_TOTAL,
  });

  return {
    sale,
    otherNight,
    of: ({ currency }: ProviderUnderTest) => shops[currency],
    purchase: (customerId: string) => open(customerId, { sale, placeIds: [next++, next++] }),
    /** The buyers beside: one is choosing for each night, one has paid. */
    async haveOnlookers(row: ProviderUnderTest): Promise<string[]> {
      const { app } = shops[row.currency];
      const { buyer, customerId } = await aBuyer(app);
      const paid = await open(customerId, { sale, placeIds: [next++, next++] });
      await buyer.pay(paid, { paymentMethodId: row.method.id, ...(await row.form('approve', customerId)) });
      const choosing = [
        await open(customerId, { sale, placeIds: [next++, next++] }),
        await open(customerId, { sale: otherNight, placeIds: [0, 1] }),
      ];
      const ids = [paid, ...choosing].map(({ id }) => id);
      // The worker of a slow run would come to them.
      await db`update attempt set check_at = check_at + interval '1 hour' where purchase_id = any (${ids}) and check_at is not null`;
      return ids;
    },
    close: () => Promise.all([shops.ARS.app.close(), shops.PYG.app.close()]),
  };
}

const manyTries = { most: 100_000, minutes: 60 };

const tables = ['attempt', 'attempt_event', 'hold', 'place', 'ticket', 'ledger_entry', 'ledger_transaction', 'refund', 'offer'] as const;

/** Every row of these purchases, so that two readings can be compared. */
export const rowsOf = async (db: Db, purchaseIds: readonly string[]) => ({
  purchase: await db`select to_jsonb(purchase) as row from purchase where id = any (${[...purchaseIds]}) order by id`,
  ...Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        await db`select to_jsonb(it) as row from ${db(table)} as it where purchase_id = any (${[...purchaseIds]}) order by to_jsonb(it)::text`,
      ]),
    ),
  ),
});

/** Of one purchase: whether every booking is balanced, and what stands with the providers, in minor units. */
export async function ledgerOf(db: Db, purchaseId: string) {
  const [row] = await db<{ unbalanced: number; clearing: number }[]>`
    select (select count(*)::int from (select 1 from ledger_entry where purchase_id = ${purchaseId}
                                        group by transaction_id having sum(amount) <> 0) as wrong) as unbalanced,
           (select coalesce(sum(amount), 0)::int from ledger_entry
             where purchase_id = ${purchaseId} and account like 'clearing:%') as clearing`;
  return row;
}
