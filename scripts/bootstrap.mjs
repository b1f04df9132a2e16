// Installs exactly what the lock says, on whatever Node the system has; the next npm script then finds the pinned one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';

const OLDEST_NODE = 18;
const OLDEST_NPM = 10;
const FREE_BYTES_NEEDED = 1.5e9;
const STAMP = 'node_modules/.installed-lock';
const GUARD = '.installing';
const GIVE_UP_WAITING_MS = 10 * 60_000;

const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const isInstalled = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock;

if (!isInstalled()) {
  refuseOldTools();
  const guard = takeGuard();
  try {
    if (!isInstalled()) install();
  } finally {
    closeSync(guard);
    rmSync(GUARD, { force: true });
  }
}

function install() {
  const { bavail, bsize } = statfsSync('.');
  if (bavail * bsize < FREE_BYTES_NEEDED) stop('not enough room on the disk: the install needs 1.5 GB');
  const began = Date.now();
  process.stderr.write('Installing the packages of the lock (about half a minute) …\n');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status, stderr } = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '' },
  });
  if (status !== 0) stop(reason(stderr));
  writeFileSync(STAMP, lock);
  process.stderr.write(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/** One install at a time in one folder; a guard whose process is gone is nobody's. */
function takeGuard() {
  const until = Date.now() + GIVE_UP_WAITING_MS;
  for (;;) {
    try {
      const guard = openSync(GUARD, 'wx');
      writeFileSync(guard, String(process.pid));
      return guard;
    } catch (error) {
      if (error.code !== 'EEXIST') stop(`this folder cannot be written: ${error.code}`);
    }
    if (isAbandoned()) rmSync(GUARD, { force: true });
    else if (Date.now() > until) stop(`another install has been running for long; if it is not, remove ${GUARD}`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function isAbandoned() {
  try {
    const pid = Number(readFileSync(GUARD, 'utf8'));
    if (pid === 0) return Date.now() - statSync(GUARD).mtimeMs > 5000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function refuseOldTools() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    stop(`Node ${process.versions.node} is too old: ${OLDEST_NODE} or newer is needed`);
  const npm = /npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1];
  if (npm && Number(npm) < OLDEST_NPM) stop(`npm ${npm} is too old: ${OLDEST_NPM} or newer is needed`);
}

function reason(output) {
  if (/ENOSPC/.test(output)) return 'the packages could not be installed: the disk is full';
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(output))
    return 'the packages could not be installed: the npm registry cannot be reached';
  const line = output.split('\n').find((each) => /npm error (?!code|A complete)/.test(each));
  return `the packages could not be installed: ${line?.replace('npm error ', '') ?? 'npm ci failed'}`;
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  rmSync(GUARD, { force: true });
  process.exit(1);
}
