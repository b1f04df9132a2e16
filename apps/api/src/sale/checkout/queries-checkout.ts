import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { PurchaseRow } from '../queries-purchases.ts';

/** The purchases are locked. */
export const setChoices = (tx: Tx, chosen: readonly Pick<PurchaseRow, 'id' | 'deliveryTypeId' | 'paymentMethodId'>[]) => {
  const ids = chosen.map(({ id }) => id);
  return expectRows(
    chosen.length,
    tx`
      update purchase set delivery_type_id = chosen.delivery_type_id, payment_method_id = chosen.payment_method_id
        from rows from (unnest(${ids}::text[]), unnest(${chosen.map(({ deliveryTypeId }) => deliveryTypeId)}::integer[]),
                        unnest(${chosen.map(({ paymentMethodId }) => paymentMethodId)}::integer[]), generate_subscripts(${ids}::text[], 1))
          as chosen (purchase_id, delivery_type_id, payment_method_id, turn)
       where purchase.id = any (${ids}::text[]) and purchase.id = chosen.purchase_id`,
  );
};

export interface DeliveryRow {
  readonly id: number;
  readonly kind: 'eticket' | 'box_office';
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly taxRate: number;
  readonly active: boolean;
}

export const findDeliveryTypes = (db: Db) => db<DeliveryRow[]>`
  select delivery_type.id, kind, delivery_type.name, description, price, tax_class.rate as "taxRate", active
    from delivery_type join tax_class on tax_class.id = delivery_type.tax_class_id
   order by position, delivery_type.id`;
