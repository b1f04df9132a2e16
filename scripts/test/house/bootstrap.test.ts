import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const bootstrap = join(import.meta.dirname, '../../bootstrap.mjs');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-bootstrap-'));
  await writeFile(join(folder, 'package-lock.json'), '{"first":1}');
  await npmThat("mkdirSync('node_modules', { recursive: true }); appendFileSync('installs', process.argv.slice(2).join(' ') + '\\n');");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What the bootstrap takes for npm. */
const npmThat = (does: string) =>
  writeFile(join(folder, 'npm.mjs'), `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';\n${does}\n`);
const environment = () => ({ PATH: '/usr/bin:/bin', npm_execpath: join(folder, 'npm.mjs'), npm_config_user_agent: 'npm/11.0.0 node/v20' });
const run = (environmentToo: Record<string, string> = {}) => {
  const { status, stderr } = spawnSync(process.execPath, [bootstrap], {
    cwd: folder,
    env: { ...environment(), ...environmentToo },
    encoding: 'utf8',
  });
  return { status, said: stderr };
};
const installs = async () => (await readFile(join(folder, 'installs'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

test('a fresh clone is installed from its lock, and says what it is doing', async () => {
  const { status, said } = run();
  expect(status).toBe(0);
  expect(await installs()).toEqual([expect.stringMatching(/^ci /)]);
  expect(said).toMatch(/^Installing the packages of the lock.*\nInstalled in \d+\.\d s\n$/);
});

test('nothing is installed twice, and the second time says nothing', async () => {
  run();
  expect(run()).toEqual({ status: 0, said: '' });
  expect(await installs()).toHaveLength(1);
});

test('a lock that has changed is installed again', async () => {
  run();
  await writeFile(join(folder, 'package-lock.json'), '{"second":2}');
  expect(run().status).toBe(0);
  expect(await installs()).toHaveLength(2);
});

test('an install that was cut short is done again', async () => {
  run();
  await writeFile(join(folder, 'package-lock.json'), '{"second":2}');
  await npmThat('process.exit(1);');
  run();
  await writeFile(join(folder, 'package-lock.json'), '{"first":1}');
  await npmThat("appendFileSync('installs', 'again\\n');");
  run();
  expect(await installs()).toContain('again');
});

test('two at once install once', async () => {
  await npmThat(
    "await new Promise((resolve) => setTimeout(resolve, 500)); mkdirSync('node_modules', { recursive: true }); appendFileSync('installs', 'once\\n');",
  );
  const both = [0, 1].map(
    () =>
      new Promise((resolve) =>
        spawn(process.execPath, [bootstrap], { cwd: folder, env: environment(), stdio: 'ignore' }).once('exit', resolve),
      ),
  );
  expect(await Promise.all(both)).toEqual([0, 0]);
  expect(await installs()).toEqual(['once']);
  expect(existsSync(join(folder, '.installing'))).toBe(false);
});

const locked = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', dev: true }, 'packages/c': {} };
/** What npm says at the end of an install by hand. */
const installedByHand = async (versionOfA: string) => {
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await writeFile(join(folder, 'node_modules/.bin/node'), '');
  await writeFile(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: versionOfA } } }),
  );
};

test('packages that were installed by hand, without those of development, stay as they are', async () => {
  await installedByHand('1.0.0');
  expect(run()).toEqual({ status: 0, said: '' });
  expect(await installs()).toEqual([]);
});

test('an install of ours that was killed, or failed at its end, is not taken for one by hand', async () => {
  await installedByHand('1.0.0');
  const { pid } = spawnSync('true');
  await writeFile(join(folder, '.installing'), String(pid));
  await npmThat("writeFileSync('node_modules/.package-lock.json', '{\"packages\":{}}'); process.exit(1);");
  expect(run().status).toBe(1);
  expect(existsSync(join(folder, 'node_modules/.package-lock.json'))).toBe(false);
});

test('in production nothing is installed where servers may be running, and elsewhere another lock is', async () => {
  await installedByHand('0.9.0');
  expect(run({ NODE_ENV: 'production' })).toEqual({ status: 1, said: expect.stringContaining('install them as deploy/README.md says') });
  expect(await installs()).toEqual([]);
  expect(run().status).toBe(0);
  expect(await installs()).toHaveLength(1);
});

test('the lock of an install that was killed is taken over', async () => {
  const { pid } = spawnSync('true');
  await writeFile(join(folder, '.installing'), String(pid));
  expect(run().status).toBe(0);
  expect(await installs()).toHaveLength(1);
});

test.each([
  ['no network', 'npm error code EAI_AGAIN', /: the package registry cannot be reached/],
  ['a full disk', 'npm error code ENOSPC', /: the disk is full$/],
  ['a wrong lock', 'npm error code EUSAGE\nnpm error Missing: left@1.0.0 from lock file', /: Missing: left@1\.0\.0 from lock file$/],
])('%s is one clear line', async (_, output, line) => {
  await npmThat(`process.stderr.write(${JSON.stringify(output)}); process.exit(1);`);
  const { status, said } = run();
  expect(status).toBe(1);
  expect(said.trim().split('\n')).toEqual([expect.stringMatching(/^Installing/), expect.stringMatching(line)]);
  expect(existsSync(join(folder, '.installing'))).toBe(false);
});

test('an npm that is too old is named', () => {
  expect(run({ npm_config_user_agent: 'npm/9.5.0 node/v18' })).toEqual({ status: 1, said: 'npm 9 is too old: 10 or newer is needed\n' });
});

test('a Node that is too old is named', async () => {
  await cp(bootstrap, join(folder, 'bootstrap.mjs'));
  await writeFile(join(folder, 'older.cjs'), "Object.defineProperty(process.versions, 'node', { value: '16.20.0' });");
  const { status, stderr } = spawnSync(process.execPath, ['-r', './older.cjs', 'bootstrap.mjs'], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Node 16.20.0 is too old: 18 or newer is needed\n' });
});
