import { addressesOf } from './addresses.ts';
import { connect, type Db, type Tx } from './connect.ts';
import { MIGRATION_LOCK } from './migrate.ts';

/** Tables whose rows stay as they were written: the role of the api can add to them and nothing else. */
export const appendOnly: readonly string[] = [
  'attempt_event',
  'delivery_step',
  'drawer_entry',
  'ledger_transaction',
  'ledger_entry',
  'queue_change',
  'reading',
  'reissue',
  'staff_action',
];
/** Written by migrations alone. */
export const readOnly: readonly string[] = ['migration'];

/**
 * Gives the role of `apiUrl` what servers and workers need in the database of `ownerUrl`: to read and write rows. It owns nothing and
 * creates nothing. It is made where it is missing and the owner may do so. Called after every migration, since new tables are nobody's
 * yet; nothing happens where both are the same role. Throws for a role that has more than that by itself.
 */
export async function settleApiRole(ownerUrl: string, apiUrl: string): Promise<void> {
  const { username, password } = new URL(addressesOf(apiUrl)[0] ?? '');
  const role = decodeURIComponent(username);
  const db = connect(ownerUrl, { connections: 1, applicationName: 'butaca-roles' });
  try {
    await db`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const [owner] = await db<{ name: string }[]>`select current_user as name`;
    if (owner?.name === role) return;
    await makeRole(db, role, decodeURIComponent(password));
    await refusePowers(db, role);
    await db.begin((tx) => grant(tx, role));
    await letInToQueue(db, role);
  } finally {
    await db.end({ timeout: 5 });
  }
}

/** An existing role keeps its password: another one is set by the person who runs the database. */
async function makeRole(db: Db, role: string, password: string) {
  const [found] = await db`select from pg_roles where rolname = ${role}`;
  if (found) return;
  const [statement] = await db<{ text: string }[]>`
    select format('create role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
                  ${role}::text, ${password}::text) as text`;
  await db.unsafe(statement?.text ?? '');
}

async function refusePowers(db: Db, role: string) {
  const [powers] = await db<{ powers: string[] }[]>`
    select array_remove(array[
             case when rolsuper then 'is a superuser' end,
             case when rolcreaterole then 'may create roles' end,
             case when rolcreatedb then 'may create databases' end,
             case when rolbypassrls or rolreplication then 'may read everything' end,
             case when pg_has_role(oid, current_user, 'member') then 'is a member of the owner' end,
             case when exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid and deptype = 'o')
                  then 'owns something' end], null) as powers
      from pg_roles where rolname = ${role}`;
  if (powers && powers.powers.length > 0) throw new Error(`the role ${role} of DATABASE_URL ${powers.powers.join(', ')}`);
}

/** All at once, so that running servers never miss a right. */
async function grant(tx: Tx, role: string) {
  const tables = (names: readonly string[]) => tx(names as string[]);
  await tx`revoke create on schema public from public`;
  await tx`
    do $$ begin
      execute format('revoke temporary on database %I from public', current_database());
    end $$`;
  await tx`grant usage on schema public, graphile_worker to ${tx(role)}`;
  await tx`revoke all on all tables in schema public, graphile_worker from ${tx(role)}`;
  await tx`grant select, insert, update, delete on all tables in schema public, graphile_worker to ${tx(role)}`;
  await tx`grant usage, select on all sequences in schema public, graphile_worker to ${tx(role)}`;
  await tx`revoke update, delete on ${tables(appendOnly)} from ${tx(role)}`;
  await tx`revoke insert, update, delete on ${tables(readOnly)} from ${tx(role)}`;
}

/** The tables of graphile-worker show their rows to their owner alone (row-level security), and so need a policy each. */
async function letInToQueue(db: Db, role: string) {
  const hidden = await db<{ table: string }[]>`
    select relname as table from pg_class
     where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
       and not exists (select from pg_policies where schemaname = 'graphile_worker' and tablename = relname and policyname = ${role})`;
  for (const { table } of hidden) {
    await db`create policy ${db(role)} on graphile_worker.${db(table)} to ${db(role)} using (true) with check (true)`;
  }
}
