import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startThrowAwayPostgres } from '../../../scripts/postgres/throw-away.ts';
import { settleApiRole } from '../src/db/api-role.ts';
import { connect } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the throw-away server; put a database's name behind it. */
    postgresUrl: string;
    /** The same for the role that servers and workers have. */
    apiPostgresUrl: string;
    templateDatabase: string;
  }
}

/** One server for all test files, with a migrated template; each file gets a copy of it (see database.ts). */
export default async function setup(project: TestProject) {
  const postgres = await startThrowAwayPostgres();
  const templateDatabase = `template_${randomBytes(4).toString('hex')}`;
  const admin = connect(postgres.urlOf('postgres'), { connections: 1 });
  await admin`create database ${admin(templateDatabase)}`;
  await migrate(postgres.urlOf(templateDatabase));
  await settleApiRole(postgres.urlOf(templateDatabase), postgres.apiUrlOf(templateDatabase));
  await admin.end();

  project.provide('postgresUrl', postgres.urlOf(''));
  project.provide('apiPostgresUrl', postgres.apiUrlOf(''));
  project.provide('templateDatabase', templateDatabase);
  return postgres.stop;
}
