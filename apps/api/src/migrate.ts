import { settleApiRole } from '#db/api-role';
import { migrate } from '#db/migrate';
import { ConfigError, readConfigOfBrand } from './config.ts';

/** Brings the database to this version's form, for deployments where several machines start, and gives the api's role its rights; then ends. */
try {
  const { databaseUrl, databaseOwnerUrl } = await readConfigOfBrand();
  await migrate(databaseOwnerUrl, (line) => process.stdout.write(`${line}\n`));
  await settleApiRole(databaseOwnerUrl, databaseUrl);
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `the database could not be migrated: ${(error as Error).message}`}\n`,
  );
  process.exit(1);
}
