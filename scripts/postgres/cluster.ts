import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { majorOf } from './binaries.ts';
import type { Place } from './place.ts';
import { DatabaseProblem } from './server-processes.ts';

const run = promisify(execFile);

/** Owns the database and its tables. */
export const DATABASE_USER = 'butaca';
export const API_ROLE = 'butaca_api';
/** A creation that was cut short has no such file, and is done again. */
const FINISHED = 'butaca.finished';

export interface ClusterOptions {
  /** Whether a new cluster has to survive a power failure right away. */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/** Makes the cluster when it is not there; returns the password of its first user. */
export async function ensureCluster(place: Place, { durable, log }: ClusterOptions): Promise<string> {
  const passwordFile = join(place.home, 'postgres.password');
  if ((await contentOf(join(place.cluster, FINISHED))) !== null) {
    await refuseOtherVersion(place);
    const kept = await contentOf(passwordFile);
    if (kept) return kept;
    throw new DatabaseProblem(`${passwordFile} is gone, so the database in ${place.cluster} cannot be opened`);
  }

  log('creating the database');
  const password = randomBytes(24).toString('base64url');
  await removeUnfinished(place);
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await create(place, { password, durable });
  return password;
}

/** Under another name until it is whole, so that a creation which outlived its start never meets the next one. */
async function create(place: Place, { password, durable }: { password: string; durable: boolean }) {
  const { account, binaries, home, cluster } = place;
  const making = join(home, `postgres.making-${randomBytes(4).toString('hex')}`);
  const readable = `${making}.password`;
  try {
    await mkdir(making, { mode: 0o700 });
    await writeFile(readable, password, { mode: 0o600 });
    if (account.user) for (const path of [making, readable]) await chown(path, account.user.uid, account.user.gid);
    const [command = '', ...rest] = [...account.prefix, binaries.initdb];
    const options = ['-D', making, '-U', DATABASE_USER, '--auth=scram-sha-256', `--pwfile=${readable}`];
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await run(command, [...rest, ...options, ...locale, ...(durable ? [] : ['--no-sync'])], { ...account.user, cwd: home });
    await writeFile(join(making, FINISHED), '');
    await rename(making, cluster);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new DatabaseProblem(`the database could not be created in ${home}: ${reason(stderr || message)}`);
  } finally {
    await rm(readable, { force: true });
  }
}

async function removeUnfinished({ home, cluster }: Place) {
  await rm(cluster, { recursive: true, force: true });
  for (const name of await readdir(home)) {
    if (name.startsWith('postgres.making-')) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function refuseOtherVersion({ cluster, binaries }: Place) {
  const made = (await contentOf(join(cluster, 'PG_VERSION')))?.trim();
  if (made && made !== majorOf(binaries)) {
    throw new DatabaseProblem(
      `the database in ${cluster} was made by PostgreSQL ${made}, this is ${majorOf(binaries)}: dump it with the old one first, or choose another DATA_DIR`,
    );
  }
}

/** The line of PostgreSQL's output with the reason. */
export function reason(output: string): string {
  if (/No space left on device|ENOSPC/i.test(output)) return 'the disk is full';
  const lines = output.split('\n').map((line) => line.trim());
  return lines.findLast((line) => /FATAL|PANIC|error|could not/i.test(line)) ?? lines.findLast((line) => line !== '') ?? 'no reason given';
}

async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
