import type { BoundSocket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from './child.ts';
import { type StartConfig, StartProblem } from './config.ts';
import { freePorts } from './ports.ts';
import { walletsLeftToSandbox } from './sandbox-wallets.ts';

const root = join(import.meta.dirname, '..');
/** What a process runs from, besides its own folder; the storefront's screens are Vite's to look after. */
const OF_THE_SERVER = [
  'apps/api/src',
  'apps/office/server',
  'apps/storefront/server',
  'apps/waiting-room/app/i18n',
  'apps/waiting-room/app/room',
  'apps/waiting-room/server',
  'packages/brand/src',
  'packages/contract/src',
  'packages/fair-queue/src',
  'packages/venue-map/src',
  'brands',
];
/** A process that ends before ends the start with what it said; one that runs is only slow. */
const READY_WITHIN_MS = 600_000;

/** Where the sandbox listens; production has none. */
export interface OutsideWorld {
  readonly port: number;
  readonly smtpPort: number;
}

export async function outsideWorld({ production }: StartConfig): Promise<OutsideWorld | null> {
  if (production) return null;
  const [port, smtpPort] = await freePorts(2);
  return { port: port as number, smtpPort: smtpPort as number };
}

export interface ProcessesOptions {
  readonly config: StartConfig;
  readonly databaseUrl: string;
  readonly outside: OutsideWorld | null;
  /** The server's socket; null where the server binds it itself. */
  readonly socket: BoundSocket | null;
  readonly watch: boolean;
  readonly onGivenUp: (sentence: string) => void;
}

export interface Processes {
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The server, its worker and the outside world, all at once. */
export function startProcesses({ config, databaseUrl, outside, socket, watch, onGivenUp }: ProcessesOptions): Processes {
  let up = false;
  const run = (
    name: string,
    file: string,
    environment: NodeJS.ProcessEnv,
    { sources = OF_THE_SERVER, ...held }: { readonly sources?: readonly string[]; readonly socket?: BoundSocket | null } = {},
  ): Child =>
    startChild({
      name,
      file: join(root, file),
      environment: { ...config.environment, ...environment },
      logDirectory: config.logDirectory,
      sources: watch ? sources.map((folder) => join(root, folder)) : [],
      ...held,
      mayRestart: () => up,
      onGivenUp,
    });

  const ours = settingsOf({ config, databaseUrl, outside, watch });
  const children = [
    run('api', 'apps/api/src/main.ts', ours, { socket }),
    run('worker', 'apps/api/src/worker.ts', { ...ours, ...workerMetrics(config) }),
  ];
  if (outside) {
    const theirs = {
      HOST: '127.0.0.1',
      PORT: String(outside.port),
      SMTP_PORT: String(outside.smtpPort),
      // Our database outlives it, and numbers of bills only go up.
      ARCA_JOURNAL: join(config.dataDirectory, 'arca.jsonl'),
      PUBLIC_ORIGIN: config.environment.PUBLIC_ORIGIN || `http://localhost:${config.port}`,
    };
    children.push(run('sandbox', 'apps/sandbox/src/main.ts', theirs, { sources: ['apps/sandbox/src'] }));
  }

  return {
    ready: async () => {
      await Promise.all([answers(`${localOrigin(config)}/readyz`), outside && answers(`http://127.0.0.1:${outside.port}/`)]);
      up = true;
    },
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

/** What the server and its worker are told: for whatever the environment does not name, the sandbox is the outside world. */
export const settingsOf = ({ config, databaseUrl, outside, watch }: Omit<ProcessesOptions, 'socket' | 'onGivenUp'>): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  PORT: String(config.port),
  HOST: config.host,
  STOREFRONT_DEV: watch ? '1' : '0',
  // What reloads as it is edited is one process.
  WEB_CONCURRENCY: watch ? '1' : String(config.processes),
  ...(outside && { SANDBOX_URL: `http://127.0.0.1:${outside.port}` }),
  ...(outside &&
    !config.environment.GATEWAY_URL && {
      GATEWAY_URL: `http://127.0.0.1:${outside.port}/gateway/api/v2`,
      GATEWAY_KEEPS_CARDS: 'on',
      GATEWAY_3DS_ORIGINS: `http://localhost:${outside.port}`,
    }),
  ...(outside && !config.environment.BANCARD_URL && { BANCARD_URL: `http://127.0.0.1:${outside.port}/bancard` }),
  ...(outside &&
    !config.environment.CYBERSOURCE_URL && {
      CYBERSOURCE_URL: `http://127.0.0.1:${outside.port}/cybersource/api`,
      CYBERSOURCE_PAGES_URL: `http://localhost:${outside.port}`,
      CYBERSOURCE_TOKEN_URL: `http://127.0.0.1:${outside.port}/cybersource/tokens`,
    }),
  ...(outside && !config.environment.EXTERNAL_LOGIN_ISSUER && { EXTERNAL_LOGIN_ISSUER: `http://localhost:${outside.port}/id` }),
  ...(outside && !config.environment.RECAPTCHA_VERIFY_URL && recaptchaOf(`http://localhost:${outside.port}/recaptcha`)),
  ...(outside &&
    !config.environment.ARCA_WSAA_URL && {
      ARCA_WSAA_URL: `http://127.0.0.1:${outside.port}/arca/ws/services/LoginCms`,
      ARCA_WSFE_URL: `http://127.0.0.1:${outside.port}/arca/wsfev1/service.asmx`,
    }),
  ...(outside && !config.environment.NEWSLETTER_URL && { NEWSLETTER_URL: `http://127.0.0.1:${outside.port}/newsletter` }),
  ...(outside && walletsLeftToSandbox(config.environment, outside.port)),
  ...(outside && !config.environment.SMTP_URL && { SMTP_URL: `smtp://127.0.0.1:${outside.smtpPort}` }),
});

/** The worker's numbers are at the port after the server's. */
const workerMetrics = ({ environment: { METRICS_PORT: port } }: StartConfig): NodeJS.ProcessEnv =>
  port ? { METRICS_PORT: String(Number(port) + 1) } : {};

/** The sandbox's, for a brand that names it. */
const recaptchaOf = (folder: string): NodeJS.ProcessEnv => ({
  RECAPTCHA_SCRIPT_URL: `${folder}/api.js`,
  RECAPTCHA_ASSETS_URL: `${folder}/`,
  RECAPTCHA_VERIFY_URL: `${folder}/api/siteverify`,
});

/** Where this machine reaches the server, whatever address it listens on. */
function localOrigin({ host, port }: StartConfig): string {
  const wildcard = host === '0.0.0.0' || host === '::';
  const address = wildcard ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

async function answers(url: string) {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(30);
  }
  throw new StartProblem(`${url} does not answer after ${READY_WITHIN_MS / 60_000} minutes, although its process runs`);
}
