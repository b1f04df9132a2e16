import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { DatabaseProblem } from './server-processes.ts';

/** PostgreSQL refuses to run as root; this is who runs it. */
export interface Account {
  readonly name: string;
  /** Put in front of every command. */
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
export function runs({ prefix, user }: Account, command: readonly string[]): boolean {
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
