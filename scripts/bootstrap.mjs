// Installs exactly what the lock says, on whatever Node the system has; the next npm script then finds the pinned one.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const OLDEST_NODE = 18;
const OLDEST_NPM = 10;
const FREE_BYTES_NEEDED = 1.5e9;
const STAMP = 'node_modules/.installed-lock';
const LOCK = '.installing';
/** Where npm writes down what it has installed. */
const INSTALLED = 'node_modules/.package-lock.json';
const TICK_MS = 10_000;
const LONGEST_INSTALL_MS = 10 * 60_000;

// Another machine's packages (a folder shared with a container) are not ours.
const patches = fs.existsSync('patches') ? fs.readdirSync('patches').sort() : [];
const sources = ['package-lock.json', ...patches.map((name) => `patches/${name}`)];
const wanted = sources
  .reduce((hash, file) => hash.update(fs.readFileSync(file)), createHash('sha256').update(`${process.platform}-${process.arch}`))
  .digest('hex');
const isInstalled = () => (fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') === wanted : isInstalledByHand());

if (!isInstalled()) {
  // Servers may be running from this folder, and an install takes their files away for a minute.
  if (process.env.NODE_ENV === 'production' && fs.existsSync('node_modules/.bin/node'))
    stop('the packages in this folder are of another lock: install them as deploy/README.md says, and nothing is done to them here');
  const tooOld = oldTools();
  if (tooOld) stop(tooOld);
  const lock = await installLock();
  const problem = isInstalled() ? null : await install();
  await lock.release();
  if (problem) stop(problem);
}

/**
 * By `npm ci` without us, and perhaps without the packages of development: npm writes down at the end what it has installed. Each package of the lock that
 * production needs is there in its version.
 */
function isInstalledByHand() {
  // An install of ours that was killed may have come to that list, and not yet to our patches.
  if (fs.existsSync(LOCK)) return false;
  const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : undefined);
  const [locked, installed] = [read('package-lock.json'), read(INSTALLED)];
  if (!locked || !installed) return false;
  return Object.entries(locked).every(
    ([path, { version, dev, devOptional, optional }]) =>
      !path.startsWith('node_modules/') || dev || devOptional || optional || installed[path]?.version === version,
  );
}

/** Null, or why it failed. */
async function install() {
  const room = freeBytes();
  if (room < FREE_BYTES_NEEDED) return `the disk is full: the packages need 1.5 GB, ${(room / 1e9).toFixed(1)} GB are left`;
  const began = Date.now();
  say('Installing the packages of the lock, about half a minute …');
  // An install that is cut short must not look finished.
  fs.rmSync(STAMP, { force: true });
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const took = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const ticking = setInterval(() => say(`    still installing, ${took()}`), TICK_MS);
  const failure = await run(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
  clearInterval(ticking);
  if (failure !== null) {
    fs.rmSync(INSTALLED, { force: true });
    return reason(failure);
  }
  fs.writeFileSync(STAMP, wanted);
  say(`Installed in ${took()}`);
  return null;
}

/** What the program said when it failed; null if it did not. */
function run(command, given) {
  return new Promise((resolve) => {
    const child = spawn(command, given, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_ENV: '' } });
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : said));
  });
}

/** One install at a time in one folder. */
async function installLock() {
  const { takeLock } = await import('./lock.mjs');
  const until = Date.now() + LONGEST_INSTALL_MS;
  for (let said = false; ; said = true) {
    const lock = await takeLock(LOCK).catch(({ code }) =>
      stop(code === 'ENOSPC' ? 'the disk is full' : `this folder cannot be written: ${code}`),
    );
    if ('release' in lock) return lock;
    if (Date.now() > until) stop(`another install (process ${lock.holder}) has been running for long; if it is not, remove ${LOCK}`);
    if (!said) say('Another install is running here; waiting for it …');
    await sleep(200);
  }
}

function oldTools() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    return `Node ${process.versions.node} is too old: ${OLDEST_NODE} or newer is needed`;
  const npm = /npm\/(\d+)/.exec(process.env.npm_config_user_agent || '');
  return npm && Number(npm[1]) < OLDEST_NPM ? `npm ${npm[1]} is too old: ${OLDEST_NPM} or newer is needed` : null;
}

/** The first Node 18 cannot tell. */
function freeBytes() {
  if (!fs.statfsSync) return Number.POSITIVE_INFINITY;
  const { bavail, bsize } = fs.statfsSync('.');
  return bavail * bsize;
}

function reason(output) {
  const because = (why) => `the packages could not be installed: ${why}`;
  if (/ENOSPC/.test(output)) return because('the disk is full');
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED/.test(output))
    return because('the package registry cannot be reached; is there a network?');
  if (/EACCES|EPERM/.test(output)) return because('this user may not write here');
  const line = output.split('\n').find((each) => /npm error (?!code|errno|syscall|A complete)/.test(each));
  return because(line ? line.replace('npm error ', '') : 'npm ci failed');
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function stop(sentence) {
  say(sentence);
  process.exit(1);
}
