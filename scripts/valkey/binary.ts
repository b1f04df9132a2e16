import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runsUnattended, StartProblem } from '../config.ts';

/** Debian's server packages bring a service that starts at once. The program itself is in the packages of tools, as a checker of dumps that serves when it is called so. */
const INSTALLED = ['/usr/bin/valkey-server', '/usr/bin/redis-server', '/usr/local/bin/valkey-server', '/usr/local/bin/redis-server'];
const UNDER_ANOTHER_NAME = ['/usr/bin/valkey-check-rdb', '/usr/bin/redis-check-rdb'];
const PACKAGES = ['valkey-tools', 'redis-tools'];

export const NO_VALKEY =
  'There is no valkey-server or redis-server here: the queue’s store in Valkey is not tested. Install one of them to test it.';

/** The file of a Valkey or Redis server, which has to be started under the name `valkey-server`; null where there is none. */
export const findValkey = (): string | null => [...INSTALLED, ...UNDER_ANOTHER_NAME].find((path) => existsSync(path)) ?? null;

/** Installs one for the tests where none is: from Debian's packages as root. Elsewhere its tests are left out, but never unattended. */
export function ensureValkey() {
  if (findValkey()) return;
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (canInstall) {
    console.log('Installing Valkey or Redis for the tests …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    for (const name of PACKAGES)
      if (!findValkey()) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore' });
  }
  if (findValkey()) return;
  if (canInstall || runsUnattended()) throw new StartProblem(NO_VALKEY);
  console.log(NO_VALKEY);
}
