import type { LanguageCode } from '@butaca/brand/languages';
import type { Consent, DataExport } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';

export interface NewConsent extends Omit<Consent, 'at'> {
  readonly customerId: string;
}

/** Of a purchase, whether it is this customer's: what was sold at a counter names its clerk's account and holds its buyers' data. */
export const isOwn = (db: Db | Tx, customerId: string) => db`purchase.customer_id = ${customerId} and purchase.channel = 'online'`;

/** The newest first. */
export const consentsOf = (db: Db | Tx, customerId: string) => db<(Omit<Consent, 'at'> & { at: number })[]>`
  select given, text_version as "textVersion", place, (extract(epoch from at) * 1000)::bigint as at
    from marketing_consent where customer_id = ${customerId} order by id desc`;

/** Adds a decision, unless it is the one that counts already; without any, nothing was agreed to. Under the customer's lock. */
export const insertConsent = (tx: Tx, { customerId, given, textVersion, place }: NewConsent) => tx`
  insert into marketing_consent (customer_id, given, text_version, place)
  select next.* from (values (${customerId}::text, ${given}::boolean, ${textVersion}::text, ${place}::text)) as next (customer_id, given, text_version, place)
    left join lateral (
      select given, text_version from marketing_consent where customer_id = next.customer_id order by id desc limit 1
    ) as before on true
   where next.given is distinct from coalesce(before.given, false) or (next.given and next.text_version <> before.text_version)`;

const EXPORT_COLUMNS = (db: Db | Tx) => db`
  id, (extract(epoch from requested_at) * 1000)::bigint as "requestedAt", (extract(epoch from made_at) * 1000)::bigint as "madeAt",
  (extract(epoch from expires_at) * 1000)::bigint as "expiresAt"`;

type ExportRow = Pick<DataExport, 'id' | 'requestedAt'> & { readonly madeAt: number | null; readonly expiresAt: number | null };

/** The last one that was asked for, unless it has expired. */
export async function latestExport(db: Db | Tx, customerId: string): Promise<ExportRow | undefined> {
  const [row] = await db<ExportRow[]>`
    select ${EXPORT_COLUMNS(db)} from data_export
     where customer_id = ${customerId} and (expires_at is null or expires_at > clock_timestamp())
     order by requested_at desc, id desc limit 1`;
  return row;
}

/** Seconds until the next one may be asked for, counting those that have expired too. */
export async function secondsUntilNextExport(tx: Tx, customerId: string, hours: number): Promise<number> {
  const [row] = await tx<{ seconds: number | null }[]>`
    select extract(epoch from max(requested_at) + make_interval(hours => ${hours}::int) - clock_timestamp())::float8 as seconds
      from data_export where customer_id = ${customerId}`;
  return Math.max(0, Math.ceil(row?.seconds ?? 0));
}

export const insertExport = async (
  tx: Tx,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<ExportRow> => {
  const [row] = await tx<ExportRow[]>`
    insert into data_export (id, customer_id) values (${id}, ${customerId}) returning ${EXPORT_COLUMNS(tx)}`;
  if (!row) throw new Error('export insert returned no row');
  return row;
};

/** Whose an export is that was not made yet. */
export const pendingExport = async (db: Db, id: string) =>
  (
    await db<{ customerId: string; language: LanguageCode | null }[]>`
      select customer_id as "customerId", language from data_export join customer on customer.id = customer_id
       where data_export.id = ${id} and content is null`
  )[0];

/** False when it was made, or erased, meanwhile. */
export const storeExport = async (
  tx: Tx,
  { id, content, days }: { readonly id: string; readonly content: Buffer; readonly days: number },
) =>
  (
    await tx`
      update data_export set content = ${content}, made_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(days => ${days}::int)
       where id = ${id} and content is null`
  ).count === 1;

export async function exportContent(
  db: Db,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<Buffer | undefined> {
  const [row] = await db<{ content: Buffer }[]>`
    select content from data_export where id = ${id} and customer_id = ${customerId} and expires_at > clock_timestamp()`;
  return row?.content;
}

/** To whom it is told that an export is ready; undefined when it expired or the account was erased. */
export async function exportToTell(db: Db, id: string) {
  const [row] = await db<
    { id: string; customerId: string; firstName: string; lastName: string; email: string; language: LanguageCode | null }[]
  >`
    select data_export.id, customer_id as "customerId", first_name as "firstName", last_name as "lastName", email, language
      from data_export join customer on customer.id = customer_id
     where data_export.id = ${id} and expires_at > clock_timestamp()`;
  return row;
}
