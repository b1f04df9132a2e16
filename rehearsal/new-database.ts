import { settleApiRole } from '../apps/api/src/db/api-role.ts';
import { connect, type Db } from '../apps/api/src/db/connect.ts';
import { migrate } from '../apps/api/src/db/migrate.ts';
import type { RunningPostgres } from '../scripts/postgres/start.ts';

/** A database of this name, as a deployment's migration leaves it; by the role that owns the tables. */
export async function newDatabase(postgres: RunningPostgres, name: string, applicationName: string): Promise<Db> {
  const admin = connect(postgres.urlOf('postgres'), { connections: 1 });
  await admin`create database ${admin(name)}`;
  await admin.end();
  await migrate(postgres.urlOf(name));
  await settleApiRole(postgres.urlOf(name), postgres.apiUrlOf(name));
  return connect(postgres.urlOf(name), { applicationName });
}
