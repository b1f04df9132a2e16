import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../scripts/postgres/start.ts';
import { connect } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the throw-away server; put a database's name behind it. */
    postgresUrl: string;
    templateDatabase: string;
  }
}

/** Nothing here has to survive a crash. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };

/** One server for all test files, with a migrated template; each file gets a copy of it (see database.ts). */
export default async function setup(project: TestProject) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-test-'));
  const postgres = await startPostgres({ dataDirectory, settings: forgetful });
  const templateDatabase = `template_${randomBytes(4).toString('hex')}`;
  const admin = connect(postgres.urlOf('postgres'), { connections: 1 });
  await admin`create database ${admin(templateDatabase)}`;
  await migrate(postgres.urlOf(templateDatabase));
  await admin.end();

  project.provide('postgresUrl', postgres.urlOf(''));
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
