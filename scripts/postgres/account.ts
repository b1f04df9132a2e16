import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, binariesAt } from './binaries.ts';
import { DatabaseProblem } from './problem.ts';

/** PostgreSQL refuses to run as root; this is how it runs, and where its files are. */
export interface Account {
  /** Put in front of every command. */
  readonly prefix: readonly string[];
  /** Set when another user runs it; that user owns the files. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  readonly clusterDirectory: string;
  readonly binaries: Binaries;
}

const IN_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
const OTHER_USERS = ['postgres', 'nobody'];
/** Kept over restarts of the machine, and reachable by every user. */
const REACHABLE = '/var/tmp';

/**
 * As root, a user namespace satisfies PostgreSQL and keeps root's access to files, so the data stays below the
 * project, even in a 0700 directory. Where namespaces are forbidden another user runs it, at a path derived from ours.
 */
export async function accountFor(dataDirectory: string, binaries: Binaries, log: (line: string) => void): Promise<Account> {
  const ours = { user: undefined, clusterDirectory: join(dataDirectory, 'postgres'), binaries };
  if (process.getuid?.() !== 0) return { ...ours, prefix: [] };
  if (spawnSync(IN_NAMESPACE[0] as string, [...IN_NAMESPACE.slice(1), 'true']).status === 0) return { ...ours, prefix: IN_NAMESPACE };

  const { name, uid, gid } = await otherUser();
  const home = join(REACHABLE, `butaca-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chown(home, uid, gid);
  log(`PostgreSQL may not run as root here, so it runs as ${name} with its files in ${home}`);
  const user = { uid, gid };
  return { prefix: [], user, clusterDirectory: join(home, 'postgres'), binaries: await reachableBinaries(binaries, home, user) };
}

async function otherUser() {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of OTHER_USERS) {
    const [name, , uid, gid] = accounts.find(([each]) => each === wanted) ?? [];
    if (name !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new DatabaseProblem('PostgreSQL may not run as root, and there is neither a postgres nor a nobody user: set DATABASE_URL');
}

/** The installed ones where that user can start them, else a copy beside the data. */
async function reachableBinaries(binaries: Binaries, home: string, user: { uid: number; gid: number }): Promise<Binaries> {
  const starts = ({ initdb }: Binaries) => spawnSync(initdb, ['--version'], { ...user, cwd: home }).status === 0;
  if (starts(binaries)) return binaries;
  const copy = binariesAt(join(home, 'binaries'));
  if (starts(copy)) return copy;
  const unfinished = join(home, 'binaries.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await rm(copy.home, { recursive: true, force: true });
  await cp(binaries.home, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, copy.home);
  if (!starts(copy)) throw new DatabaseProblem(`the user that has to run PostgreSQL cannot start it from ${copy.home}: set DATABASE_URL`);
  return copy;
}
