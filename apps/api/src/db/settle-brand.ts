import type { Brand } from '@butaca/brand';
import type { Db, Tx } from './connect.ts';

/** The database is another brand's; the message is one line that names both. */
export class OtherBrand extends Error {}

/**
 * Makes an empty database the brand's own, also one that another brand was started on and that nothing was put into since, and refuses one that is another's: its amounts are in another currency, and its
 * customers agreed to other terms. What prices of the brand are taxed with is there afterwards, and how long
 * its counters sell what has begun.
 */
export async function settleBrand(db: Db, name: string, { taxClasses, boxOffice }: Pick<Brand, 'taxClasses' | 'boxOffice'>): Promise<void> {
  await db.begin(async (tx) => {
    const [settled] = await tx`insert into deployment (brand) values (${name}) on conflict do nothing returning brand`;
    const isNew = settled !== undefined || (await takeUnused(tx, name));
    if (!isNew) await refuseOther(tx, name);
    const { minutesAfterStart } = boxOffice;
    await tx`update deployment set counter_minutes = ${minutesAfterStart} where counter_minutes <> ${minutesAfterStart}`;
    await tx`
      insert into tax_class (code, name, rate)
      select code, name, round(percent * 100) from jsonb_to_recordset(${tx.json([...taxClasses])}) as class (code text, name text, percent numeric)
      on conflict (code) do nothing`;
    const codes = taxClasses.map(({ code }) => code);
    if (!isNew) return;
    await tx`
      update delivery_type set tax_class_id = (select id from tax_class where code = ${codes[0] ?? ''})
       where tax_class_id in (select id from tax_class where code <> all (${codes}))`;
    // Of a brand that was started here by mistake.
    if (!settled) await tx`delete from tax_class where code <> all (${codes})`;
  });
}

/** Whether the database was another brand's by name alone: a show has a venue. */
async function takeUnused(tx: Tx, name: string): Promise<boolean> {
  const [taken] = await tx`
    update deployment set brand = ${name}
     where brand <> ${name} and not exists (select from venue) and not exists (select from customer)
    returning brand`;
  return taken !== undefined;
}

async function refuseOther(tx: Tx, name: string) {
  const [deployment] = await tx<{ brand: string }[]>`select brand from deployment`;
  if (deployment && deployment.brand !== name)
    throw new OtherBrand(
      `BRAND: this database belongs to the brand ${deployment.brand}, and ${name} needs one of its own: start it with another DATA_DIR or DATABASE_URL`,
    );
}
