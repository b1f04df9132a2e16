import type { Brand } from '@butaca/brand';
import type { Db, Tx } from './connect.ts';

/** The database is another brand's; the message is one line that names both. */
export class OtherBrand extends Error {}

/**
 * Makes an empty database the brand's own, and refuses one that is another's: its amounts are in another currency, and its
 * customers agreed to other terms. What prices of the brand are taxed with is there afterwards, and how long
 * its counters sell what has begun.
 */
export async function settleBrand(db: Db, name: string, { taxClasses, boxOffice }: Pick<Brand, 'taxClasses' | 'boxOffice'>): Promise<void> {
  await db.begin(async (tx) => {
    const [settled] = await tx`insert into deployment (brand) values (${name}) on conflict do nothing returning brand`;
    if (!settled) await refuseOther(tx, name);
    const { minutesAfterStart } = boxOffice;
    await tx`update deployment set counter_minutes = ${minutesAfterStart} where counter_minutes <> ${minutesAfterStart}`;
    await tx`
      insert into tax_class (code, name, rate)
      select code, name, round(percent * 100) from jsonb_to_recordset(${tx.json([...taxClasses])}) as class (code text, name text, percent numeric)
      on conflict (code) do nothing`;
    const codes = taxClasses.map(({ code }) => code);
    if (settled)
      await tx`
        update delivery_type set tax_class_id = (select id from tax_class where code = ${codes[0] ?? ''})
         where tax_class_id in (select id from tax_class where code <> all (${codes}))`;
  });
}

async function refuseOther(tx: Tx, name: string) {
  const [deployment] = await tx<{ brand: string }[]>`select brand from deployment`;
  if (deployment && deployment.brand !== name)
    throw new OtherBrand(
      `BRAND: this database belongs to the brand ${deployment.brand}, and ${name} needs one of its own: start it with another DATA_DIR or DATABASE_URL`,
    );
}
