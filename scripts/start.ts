import type { BoundSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadBrand } from '@butaca/brand/load';
import { ConfigError, readConfigOfBrand } from '../apps/api/src/config.ts';
import type { Demo } from '../demo/demo.ts';
import { readStartConfig, type StartConfig, StartProblem } from './config.ts';
import { lockData, openDatabase } from './database.ts';
import { whenOurNpmIsGone } from './our-npm.ts';
import { claimPort, holdPort } from './ports.ts';
import { type OutsideWorld, outsideWorld, settingsOf, startProcesses } from './processes.ts';
import { sentenceOf, step } from './terminal.ts';
import { buildApp, unbuilt } from './web/build.ts';

/** How long processes of a killed start may take to notice and free their port. */
const ORPHANS_END_WITHIN_MS = 5000;
const watch = process.argv.includes('--dev');
const undo: (() => Promise<unknown>)[] = [];
let leaving = false;

// Often sent twice, to the process group and by a parent that forwards it; the second must not cut the stop short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(0));
void whenOurNpmIsGone(() => void leave(0));
try {
  await start(readStartConfig());
} catch (error) {
  await fail(sentenceOf(error));
}

async function start(config: StartConfig) {
  await refuseServerSettings(config);
  const demo = await demoFor(config);
  const lock = await lockData(config.dataDirectory);
  undo.push(lock.release);
  const claim = await claimPort(config.port);
  if (typeof claim === 'string') throw new StartProblem(claim);
  undo.push(claim.release);
  const socket = await holdOwnPort(config, lock.abandoned ? ORPHANS_END_WITHIN_MS : 0);

  const opening = step('Starting PostgreSQL', (log) => openDatabase(config, log));
  undo.push(async () => (await opening.catch(() => null))?.stop());
  const [database, outside] = await Promise.all([opening, outsideWorld(config), built(config)]);
  if (demo) {
    const { loadDemo } = await import('../demo/load.ts');
    await step('Looking after the demo', (log) => loadDemo({ demo, databaseUrl: database.url, log }));
  }

  await step('Starting the processes', async () => {
    const onGivenUp = (sentence: string) => void fail(sentence);
    const processes = startProcesses({ config, databaseUrl: database.url, outside, socket, watch, onGivenUp });
    undo.push(processes.stop);
    // First of all, so that no new connection waits for processes that are leaving.
    undo.push(async () => socket?.close());
    await processes.ready();
  });
  announce({ config, databasePlace: database.place, outside, demo });
}

/** Before anything starts; the addresses of the database and of the sandbox are known only once they run. */
async function refuseServerSettings(config: StartConfig) {
  const { environment, databaseUrl = 'postgres://127.0.0.1', production } = config;
  const outside = production ? null : { port: 1, smtpPort: 1 };
  try {
    await readConfigOfBrand({ ...environment, ...settingsOf({ config, databaseUrl, outside, watch }) });
  } catch (error) {
    throw error instanceof ConfigError ? new StartProblem(error.message) : error;
  }
}

/** None in production, and for a brand that has none and asks for no other's. */
async function demoFor({ brand, brandsDirectory, demo: name, production }: StartConfig): Promise<Demo | undefined> {
  const isAsked = name !== brand;
  if (production && isAsked) throw new StartProblem('DEMO: not for production');
  if (production) return undefined;
  const { demoOf } = await import('../demo/demos.ts');
  const demo = demoOf(name);
  if (!isAsked) return demo;
  if (!demo) throw new StartProblem(`DEMO: there is no demo season of ${name}`);
  const [own, other] = await Promise.all([loadBrand(brand, brandsDirectory), loadBrand(name)]);
  const [currency, its] = [own.brand.locale.currency, other.brand.locale.currency];
  if (currency !== its) throw new StartProblem(`DEMO: the season of ${name} has prices in ${its}, and ${brand} sells in ${currency}`);
  return demo;
}

/** Held for as long as the product runs. Null where processes cannot inherit it (Windows): there the server listens by itself. */
async function holdOwnPort({ port, host }: StartConfig, patienceMs: number): Promise<BoundSocket | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const held = await holdPort(port, host);
    if (typeof held === 'string') {
      if (Date.now() >= until) throw new StartProblem(held);
      await sleep(50);
    } else if (held.fd() >= 0) {
      return held;
    } else {
      held.close();
      return null;
    }
  }
}

async function built(config: StartConfig) {
  if (watch) return;
  for (const app of await unbuilt()) await step(`Building the ${app.name}`, () => buildApp(app, config));
}

function fail(sentence: string): Promise<void> {
  if (!leaving) console.error(sentence);
  return leave(1);
}

/** Stops what was started, the last first. */
async function leave(code: number) {
  if (leaving) return;
  leaving = true;
  for (const each of undo.reverse()) await each().catch((error) => console.error(sentenceOf(error)));
  process.exit(code);
}

interface Announced {
  readonly config: StartConfig;
  readonly databasePlace: string;
  readonly outside: OutsideWorld | null;
  readonly demo: Demo | undefined;
}

/** The addresses and accounts printed once everything runs. */
function announce({ config, databasePlace, outside, demo }: Announced) {
  const origin = config.environment.PUBLIC_ORIGIN || `http://localhost:${config.port}`;
  const rows = [
    ['storefront', origin],
    ['office', `${origin}/oficina`],
    ...(config.production ? [] : [['API reference', `${origin}/reference`]]),
    ...(config.production ? [['staff', 'npm run do -- staff add MAIL organiser|box-office|door "First Last"']] : []),
    ...(outside
      ? [
          ['sandbox', `http://localhost:${outside.port}  (the mails that were sent, and the rest of the outside world)`],
          ...demoLogins(demo),
        ]
      : []),
    ['data', databasePlace],
    ['logs', config.logDirectory],
    ['stop', 'Ctrl-C'],
  ];
  console.log(`\n${rows.map(([name = '', value]) => `  ${name.padEnd(14)} ${value}`).join('\n')}\n`);
}

function demoLogins(demo: Demo | undefined) {
  return (demo?.accounts ?? []).map(({ role, email, password }) => [role, `${email}  ${password}`]);
}
