import { migrate } from '#db/migrate';
import { ConfigError, readConfig } from './config.ts';

/** Brings the database to this version's form, for deployments where several machines start; then ends. */
try {
  await migrate(readConfig().databaseUrl, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `the database could not be migrated: ${(error as Error).message}`}\n`,
  );
  process.exit(1);
}
