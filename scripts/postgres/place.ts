import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { cp, lchown, lstat, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, binariesAt } from './binaries.ts';
import { readPidFile, stopServer } from './server.ts';
import { DatabaseProblem, isLivingPostgres } from './server-processes.ts';

/** Where a cluster, its password and its programs are, and who runs it. */
export interface Place {
  readonly account: Account;
  /** Holds the cluster and its password. */
  readonly home: string;
  readonly cluster: string;
  readonly binaries: Binaries;
}

/** Kept over restarts of the machine, and reachable by every user; the second may lose what is long unused. */
const REACHABLE = ['/var/lib', '/var/tmp'];
/** Beside the data: names the home, once it had to be elsewhere. It stays there, whichever user runs it the next time. */
const ELSEWHERE = 'postgres.elsewhere';

/** Below the data directory where its account can work there, otherwise at a reachable path derived from it. */
export async function findPlace(
  dataDirectory: string,
  { account, binaries, log }: { account: Account; binaries: Binaries; log: (line: string) => void },
): Promise<Place> {
  const home = (await earlierHome(dataDirectory)) ?? (await firstHome(dataDirectory, account));
  const cluster = join(home, 'postgres');
  if (home !== dataDirectory) {
    if (account.user) log(`PostgreSQL may not run as root here, so it runs as ${account.name} with its files in ${home}`);
    else log(`PostgreSQL has its files in ${home}`);
  }
  await handOver(cluster, account);
  return { account, home, cluster, binaries: await reachableBinaries(binaries, { account, home }) };
}

async function earlierHome(dataDirectory: string): Promise<string | null> {
  const home = await readFile(join(dataDirectory, ELSEWHERE), 'utf8').catch(() => null);
  return home !== null && (await exists(join(home, 'postgres'))) ? home : null;
}

async function firstHome(dataDirectory: string, account: Account): Promise<string> {
  if (!account.user && runs(account, ['test', '-w', dataDirectory])) return dataDirectory;
  const parent = REACHABLE.find((path) => isWritable(path) && runs(account, ['test', '-x', path]));
  if (!parent) throw new DatabaseProblem(`PostgreSQL has to run as ${account.name}, which can reach no folder of ours: set DATABASE_URL`);
  const name = createHash('sha256')
    .update(await realpath(dataDirectory))
    .digest('hex')
    .slice(0, 16);
  const home = join(parent, `butaca-${name}`);
  await ownDirectory(home);
  await rest(join(dataDirectory, 'postgres'));
  for (const name of ['postgres', 'postgres.password']) {
    if ((await exists(join(dataDirectory, name))) && !(await exists(join(home, name))))
      await move(join(dataDirectory, name), join(home, name));
  }
  await writeFile(join(dataDirectory, ELSEWHERE), home);
  return home;
}

const isWritable = (path: string) => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Ends a server that another account runs there, before its files change hands. */
async function rest(cluster: string) {
  const server = await readPidFile(cluster);
  if (server && (await isLivingPostgres(server.pid, cluster))) await stopServer(cluster, server.pid);
}

/** Every user may create names in a public folder, so one that is there already must be ours and no link. */
async function ownDirectory(path: string) {
  try {
    await mkdir(path, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = await lstat(path);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) {
      throw new DatabaseProblem(`${path} belongs to another user; remove it, or set DATABASE_URL`);
    }
  }
}

async function move(from: string, to: string) {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
  }
}

/** PostgreSQL insists that who runs it owns the cluster; another account may have run it before. */
async function handOver(cluster: string, { user }: Account) {
  const owner = user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const found = await stat(cluster).catch(() => null);
  if (found === null || process.getuid?.() !== 0 || found.uid === owner.uid) return;
  await rest(cluster);
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  await lchown(cluster, owner.uid, owner.gid);
}

/** The installed ones where that account can start them, else a copy beside the data. */
async function reachableBinaries(installed: Binaries, { account, home }: { account: Account; home: string }): Promise<Binaries> {
  if (runs(account, [installed.initdb, '--version'])) return installed;
  const copy = binariesAt(join(home, `binaries-${installed.version}`), installed.version);
  if (runs(account, [copy.initdb, '--version'])) return copy;
  const unfinished = `${copy.home}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(copy.home, { recursive: true, force: true });
  await cp(installed.home, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, copy.home);
  if (runs(account, [copy.initdb, '--version'])) return copy;
  throw new DatabaseProblem(`PostgreSQL cannot be started from ${copy.home} by ${account.name}: set DATABASE_URL`);
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The account that runs PostgreSQL, which refuses to run as root. */
interface Account {
  readonly name: string;
  /** Prepended to every command. */
  readonly prefix: readonly string[];
  /** Set when another user runs it. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const IN_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
const OTHER_USERS = ['postgres', 'nobody'];

/** As root, a user namespace satisfies PostgreSQL and keeps root's access to files; where those are forbidden, another user. */
export async function findAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return { name: 'this user', prefix: [], user: undefined };
  const inNamespace = { name: 'root in a namespace', prefix: IN_NAMESPACE, user: undefined };
  return runs(inNamespace, ['true']) ? inNamespace : otherUser();
}

/** Whether this account can run a command; `/` because the account may not be able to enter where we are. */
function runs({ prefix, user }: Account, command: readonly string[]): boolean {
  const [first = '', ...rest] = [...prefix, ...command];
  return spawnSync(first, rest, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

async function otherUser(): Promise<Account> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of OTHER_USERS) {
    const [name, , uid, gid] = accounts.find(([each]) => each === wanted) ?? [];
    if (name !== undefined) return { name, prefix: [], user: { uid: Number(uid), gid: Number(gid) } };
  }
  throw new DatabaseProblem('PostgreSQL may not run as root, and there is neither a postgres nor a nobody user: set DATABASE_URL');
}
