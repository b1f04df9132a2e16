import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { DatabaseProblem } from './problem.ts';

const run = promisify(execFile);

export const DATABASE_USER = 'butaca';
/** Written last, so that a creation cut short is noticed and done again. */
const FINISHED = 'butaca.finished';

/** Makes the cluster when it is not there; returns the password of its one user. */
export async function ensureCluster(account: Account, log: (line: string) => void): Promise<string> {
  const passwordFile = `${account.clusterDirectory}.password`;
  const finished = await contentOf(join(account.clusterDirectory, FINISHED));
  const kept = await contentOf(passwordFile);
  if (finished !== null && kept !== null) {
    await refuseOtherVersion(account);
    return kept;
  }
  if (finished !== null)
    throw new DatabaseProblem(`${passwordFile} is gone, so the database in ${account.clusterDirectory} cannot be opened`);

  log('creating the database');
  const password = randomBytes(24).toString('base64url');
  await rm(account.clusterDirectory, { recursive: true, force: true });
  await mkdir(dirname(passwordFile), { recursive: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await chmod(passwordFile, 0o600);
  await initdb(account, password);
  await writeFile(join(account.clusterDirectory, FINISHED), '');
  return password;
}

async function initdb(account: Account, password: string) {
  const readable = `${account.clusterDirectory}.pwfile`;
  await mkdir(dirname(readable), { recursive: true });
  await writeFile(readable, password, { mode: 0o600 });
  if (account.user) await chown(readable, account.user.uid, account.user.gid);
  const [command = '', ...rest] = [...account.prefix, account.binaries.initdb];
  const options = ['-D', account.clusterDirectory, '-U', DATABASE_USER, '--auth=scram-sha-256', `--pwfile=${readable}`];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await run(command, [...rest, ...options, ...locale, '--no-sync'], { ...account.user, cwd: dirname(readable) });
  } catch (error) {
    await rm(account.clusterDirectory, { recursive: true, force: true });
    throw new DatabaseProblem(`the database could not be created: ${reason((error as { stderr?: string }).stderr ?? String(error))}`);
  } finally {
    await rm(readable, { force: true });
  }
}

async function refuseOtherVersion({ clusterDirectory, binaries }: Account) {
  const made = (await contentOf(join(clusterDirectory, 'PG_VERSION')))?.trim();
  const { stdout } = await run(binaries.postgres, ['--version']).catch(() => ({ stdout: '' }));
  const ours = /\) (\d+)/.exec(stdout)?.[1];
  if (ours && made && made !== ours) {
    throw new DatabaseProblem(
      `the database in ${clusterDirectory} was made by PostgreSQL ${made}, this is ${ours}: dump it with the old one first`,
    );
  }
}

/** The line of PostgreSQL's output that says why. */
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
