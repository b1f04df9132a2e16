import { importCatalogue } from '../../src/catalogue/import/index.ts';
import { freshDatabase } from '../database.ts';
import { aProduct, aPromotion, inDays } from './catalogue.ts';
import { aCheckout } from './checkout.ts';
import { answerOf } from './client.ts';
import { mailsSent } from './mail-tasks.ts';

interface InFile {
  readonly key?: string;
  readonly startsAt: Temporal.Instant;
  readonly previousStartsAt?: Temporal.Instant;
  readonly venue?: string;
  readonly state?: string;
}

/** A shop whose performance of Hamlet moves, by catalogue files; another one, on the same evening in another hall, stays. */
export async function aMovingShop() {
  const [before, after] = [inDays(7), inDays(12, '21:00')];
  const database = await freshDatabase();
  const { db } = database;
  const shop = await aCheckout(
    db,
    undefined,
    [
      {
        startsAt: before,
        rows: 60,
        reservations: { days: 5, closesHours: 2, mostPerCustomer: 20, mostPercent: 50, partPayable: true },
        promotions: [aPromotion({ performances: [{ startsAt: before.toString() }] })],
        products: [aProduct({ performances: [{ startsAt: before.toString() }] })],
      },
      { startsAt: before },
    ],
    { answersFreshMs: 0 },
  );
  const {
    buyer,
    sales: [sale, other],
  } = shop;
  /** What it costs now: the promotion of its date is taken off. */
  const pay = async (id: string) => buyer.pay({ id, total: answerOf(await buyer.purchase(id)).totals?.total ?? 0 });
  return {
    ...{ database, db, shop, sale, other, before, after },
    importing: (
      performances: readonly InFile[],
      { show = {}, answers = {} }: { readonly show?: object; readonly answers?: Readonly<Record<string, string>> } = {},
    ) =>
      importCatalogue(db, {
        file: 'temporada.json',
        bytes: Buffer.from(
          JSON.stringify({
            format: 'butaca-catalogue/1',
            shows: [{ seo: 'hamlet', type: 1, venue: 'teatro-0', name: 'Hamlet', performances, ...show }],
          }),
        ),
        answers: new Map(Object.entries(answers)),
        currency: 'ARS',
        language: 'es-AR',
        timeZone: undefined,
        taxClass: 'exempt',
        readBeside: async () => null,
      }),
    pay,
    /** An order of it. */
    bought: async () => {
      const { id } = await shop.purchase();
      answerOf(await pay(id));
      return answerOf(await buyer.order(id));
    },
    /** As it was at first; what was bought stays, and no mail waits. */
    startAgain: async () => {
      await db`delete from performance where id <> all (${[sale.performanceId, other.performanceId]})`;
      await db`
        update performance set starts_at = ${before}, state = 'on_sale', (venue_id, venue_map_id) = (
                 select venue.id, venue_map.id from venue join venue_map on venue_map.venue_id = venue.id and current where seo = 'teatro-0')
         where id = ${sale.performanceId}`;
      await db`update performance set starts_at = ${before} where id = ${other.performanceId}`;
      await mailsSent(database);
    },
    close: async () => {
      await shop.close();
      await database.close();
    },
  };
}
