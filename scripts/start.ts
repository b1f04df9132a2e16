import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccounts } from '../demo/accounts.ts';
import { loadDemo } from '../demo/load.ts';
import { type Child, startChild } from './child.ts';
import { readStartConfig, type StartConfig, StartProblem } from './config.ts';
import { lockData } from './data-lock.ts';
import { type Database, openDatabase } from './database.ts';
import { freePort, isPortFree } from './ports.ts';
import { DatabaseProblem } from './postgres/problem.ts';
import { step } from './progress.ts';
import { buildStorefront, isBuilt } from './storefront/build.ts';

const root = join(import.meta.dirname, '..');
const READY_WITHIN_MS = 60_000;
const watch = process.argv.includes('--dev');
const undo: (() => Promise<void>)[] = [];

process.once('SIGINT', () => void leave(0));
process.once('SIGTERM', () => void leave(0));
try {
  await start(readStartConfig());
} catch (error) {
  console.error(sentenceOf(error));
  await leave(1);
}

async function start(config: StartConfig) {
  if (!(await isPortFree(config.port, config.host))) {
    throw new StartProblem(`port ${config.port} is taken: choose another, for example PORT=${config.port + 1} npm start`);
  }
  undo.push(await lockData(config.dataDirectory));
  if (!watch && !(await isBuilt())) await step('Building the storefront', buildStorefront);
  const database = await step('Starting PostgreSQL', (log) => openDatabase(config, log));
  undo.push(database.stop);
  if (!config.production) await step('Looking after the demo', (log) => loadDemo({ databaseUrl: database.url, log }));
  const sandbox = config.production ? undefined : { port: await freePort(), smtpPort: await freePort() };
  await step('Starting the processes', () => startProcesses(config, database, sandbox));
  announce(config, database, sandbox?.port);
}

async function startProcesses(config: StartConfig, database: Database, sandbox: { port: number; smtpPort: number } | undefined) {
  const common = { ...config.environment, DATABASE_URL: database.url, PORT: String(config.port), HOST: config.host };
  const outside = sandbox && { SANDBOX_URL: `http://127.0.0.1:${sandbox.port}`, SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` };
  const environment = { ...common, ...outside, STOREFRONT_DEV: watch ? '1' : '0' };
  const children = [
    process_('api', 'apps/api/src/main.ts', environment, config),
    process_('worker', 'apps/api/src/worker.ts', environment, config),
    ...(sandbox
      ? [
          process_(
            'sandbox',
            'apps/sandbox/src/main.ts',
            { ...config.environment, HOST: '127.0.0.1', PORT: String(sandbox.port), SMTP_PORT: String(sandbox.smtpPort) },
            config,
          ),
        ]
      : []),
  ];
  undo.push(async () => void (await Promise.all(children.map((child) => child.stop()))));
  await ready(`http://127.0.0.1:${config.port}/readyz`);
  if (sandbox) await ready(`http://127.0.0.1:${sandbox.port}/`);
}

function process_(name: string, file: string, environment: NodeJS.ProcessEnv, config: StartConfig): Child {
  const logDirectory = join(config.dataDirectory, 'logs');
  return startChild({
    name,
    file: join(root, file),
    environment,
    logDirectory,
    watch,
    onGivenUp: (sentence) => {
      console.error(`${sentence}\n    (all of it: ${join(logDirectory, `${name}.log`)})`);
      void leave(1);
    },
  });
}

async function ready(url: string) {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(40);
  }
  throw new StartProblem(`${url} does not get ready; the logs say why`);
}

function announce({ port, dataDirectory }: StartConfig, { place }: Database, sandboxPort: number | undefined) {
  const origin = `http://localhost:${port}`;
  const demo =
    sandboxPort === undefined ? [] : demoAccounts.map(({ role, email, password }) => `  ${role.padEnd(13)} ${email}  ${password}`);
  console.log(
    [
      '',
      `  storefront     ${origin}`,
      `  API reference  ${origin}/reference`,
      ...(sandboxPort === undefined ? [] : [`  sandbox        http://localhost:${sandboxPort}  (mail and the rest of the outside world)`]),
      '',
      ...demo,
      '',
      `  data           ${place}`,
      `  logs           ${join(dataDirectory, 'logs')}`,
      '  stop           Ctrl-C',
      '',
    ].join('\n'),
  );
}

let leaving = false;

/** Stops what was started, the last first. */
async function leave(code: number) {
  if (leaving) return;
  leaving = true;
  for (const each of undo.reverse()) await each().catch((error) => console.error(sentenceOf(error)));
  process.exit(code);
}

/** One line for what we know; for what we do not, its message, never a stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartProblem || error instanceof DatabaseProblem) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' ? 'the disk is full' : `the start failed: ${message}`;
}
