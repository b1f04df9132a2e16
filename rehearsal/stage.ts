import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { BoundSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadBrand } from '@butaca/brand/load';
import type { Db } from '../apps/api/src/db/connect.ts';
import { haveBuyers, SECRET } from '../apps/api/test/factories/customers.ts';
import { haveSales } from '../apps/api/test/factories/purchase.ts';
import { receiveMail } from '../apps/sandbox/src/mail/receive.ts';
import { type Child, startChild } from '../scripts/child.ts';
import { readStartConfig } from '../scripts/config.ts';
import { freePorts, holdPort } from '../scripts/ports.ts';
import { startThrowAwayPostgres } from '../scripts/postgres/throw-away.ts';
import { buildApp, unbuilt } from '../scripts/web/build.ts';
import { NO_MAILBOX } from './acts.ts';
import { type Link, startLink } from './link.ts';
import { newDatabase } from './new-database.ts';
import type { Group, LinkName, Target } from './plan.ts';
import { MERCADOPAGO_ACCESS_TOKEN, Wallet } from './wallet.ts';
import type { Findings } from './witness.ts';

export interface Customer {
  readonly customerId: string;
  readonly token: string;
}

export interface Performance {
  readonly id: number;
  readonly places: number;
}

export interface Mail {
  readonly messageId: string;
  readonly to: readonly string[];
}

export interface Stage {
  /** Straight to PostgreSQL, past everything that is disturbed. */
  readonly db: Db;
  /** Origins of the two groups of api processes, in their order. */
  readonly origins: readonly [string, string];
  readonly sandbox: string;
  readonly wallet: Wallet;
  readonly links: Readonly<Record<LinkName, Link>>;
  /** The smallest first. */
  readonly performances: readonly Performance[];
  readonly buyers: readonly Customer[];
  readonly clerks: readonly Customer[];
  readonly organiser: Customer;
  readonly mostPurchases: number;
  readonly mails: readonly Mail[];
  /** The current process; undefined while it is being restarted. */
  readonly pidOf: (target: Target) => Promise<number | undefined>;
  /** Milliseconds by which the clock of a group's processes is moved. */
  readonly moveClock: (group: Group, shiftMs: number) => Promise<void>;
  readonly logDirectory: string;
  /** Ends everything; the logs stay when they are wanted. */
  readonly stop: (options: { readonly keepLogs: boolean }) => Promise<void>;
}

const BUYERS = 60;
const CLERKS = 3;
/** Cash takes this long at most, so that all of it is over after a few rounds of rest; and of the smallest hall little may wait. */
const SLOW_PAYMENTS = { hours: 3, mostPercent: 20 };
/** Rows of ten seats: a hall that all buyers want, one that sells out, one that does not. */
const ROWS = [6, 60, 900] as const;
const KEPT_PROCESSES = 2;

const movedClock = pathToFileURL(join(import.meta.dirname, 'moved-clock.ts'));
const root = join(import.meta.dirname, '..');

/**
 * The product in several processes, each with a wire of its own to a real PostgreSQL: the api twice, a worker, the sandbox as card
 * gateway, another one as Mercado Pago, and a mail server. Every process is kept running by what `npm start` uses for it.
 */
export async function setStage(findings: Findings): Promise<Stage> {
  const config = readStartConfig();
  for (const app of await unbuilt()) await buildApp(app, config);
  const home = await mkdtemp(join(tmpdir(), 'butaca-rehearsal-'));
  const logDirectory = join(home, 'logs');
  const postgres = await startThrowAwayPostgres();
  const db = await newDatabase(postgres, 'butaca', 'butaca-rehearsal');
  await keepJournal(db);
  const sales = await haveSales(db, [{ rows: ROWS[0], slowPayments: SLOW_PAYMENTS }, { rows: ROWS[1] }, { rows: ROWS[2] }]);
  // Few buyers buy again and again.
  await db`update show set most_per_customer = 1000`;
  const people = await haveBuyers(db, BUYERS + CLERKS);
  const [organiser] = await haveBuyers(db, 1);
  const clerks = people.slice(BUYERS);
  // The mail server knows no mailbox of this domain.
  const refused = people.slice(0, BUYERS).filter((_, index) => index % 10 === 3);
  await db`
    update customer set email = lower(id) || ${NO_MAILBOX} where id = any (${refused.map(({ customerId }) => customerId)}::text[])`;
  await db`update customer set role = 'organiser' where id = ${organiser.customerId}`;
  await db`update customer set role = 'box-office' where id = any (${clerks.map(({ customerId }) => customerId)}::text[])`;

  const mails: Mail[] = [];
  const mailServer = await receiveMail({ add: ({ messageId, to }) => mails.push({ messageId, to }) }, { host: '127.0.0.1', port: 0 });
  const links: Record<LinkName, Link> = {
    first: await startLink(postgres.port),
    second: await startLink(postgres.port),
    worker: await startLink(postgres.port),
    mail: await startLink(mailServer.port),
  };
  const through = ({ port }: Link) => {
    const url = new URL(postgres.apiUrlOf('butaca'));
    url.port = String(port);
    return url.href;
  };

  const [firstPort = 0, secondPort = 0, sandboxPort = 0, sandboxSmtpPort = 0, walletPort = 0, walletSmtpPort = 0] = await freePorts(6);
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const walletOrigin = `http://127.0.0.1:${walletPort}`;
  const api = {
    SECRET,
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    GATEWAY_URL: `${sandbox}/gateway/api/v2`,
    MERCADOPAGO_URL: `${walletOrigin}/mercadopago`,
    MERCADOPAGO_ACCESS_TOKEN,
    MERCADOPAGO_WEBHOOK_SECRET: 'sandbox-mercadopago-webhook-secret',
  };
  // Held here, as `npm start` holds it, so that connections wait while a process is started again.
  const sockets = await Promise.all([holdPort(firstPort, '127.0.0.1'), holdPort(secondPort, '127.0.0.1')]);
  const [firstSocket, secondSocket] = sockets.map((socket) => {
    if (typeof socket === 'string') throw new Error(socket);
    return socket;
  }) as [BoundSocket, BoundSocket];
  const programs: Record<Group, { file: string; environment: NodeJS.ProcessEnv; socket?: BoundSocket }> = {
    first: {
      file: 'apps/api/src/main.ts',
      environment: { ...api, PORT: String(firstPort), WEB_CONCURRENCY: String(KEPT_PROCESSES), DATABASE_URL: through(links.first) },
      socket: firstSocket,
    },
    second: {
      file: 'apps/api/src/main.ts',
      environment: { ...api, PORT: String(secondPort), DATABASE_URL: through(links.second) },
      socket: secondSocket,
    },
    worker: {
      file: 'apps/api/src/worker.ts',
      environment: { ...api, DATABASE_URL: through(links.worker), SMTP_URL: `smtp://127.0.0.1:${links.mail.port}` },
    },
    sandbox: {
      file: 'apps/sandbox/src/main.ts',
      environment: { PORT: String(sandboxPort), SMTP_PORT: String(sandboxSmtpPort), GATEWAY_JOURNAL: join(home, 'payments') },
    },
    wallet: {
      file: 'apps/sandbox/src/main.ts',
      environment: { PORT: String(walletPort), SMTP_PORT: String(walletSmtpPort) },
    },
  };

  const children = new Map<Group, Child>();
  const clockFile = (group: Group) => join(home, `clock-of-${group}`);
  const moveClock = (group: Group, shiftMs: number) => writeFile(clockFile(group), String(shiftMs));
  const start = (group: Group) => {
    const { file, environment, socket = null } = programs[group];
    const preload = new URL(movedClock);
    preload.searchParams.set('file', clockFile(group));
    children.set(
      group,
      startChild({
        name: group,
        file: join(root, file),
        environment: { ...config.environment, NODE_OPTIONS: `--import=${preload.href}`, ...environment },
        logDirectory,
        sources: [],
        socket,
        mayRestart: () => true,
        onGivenUp: (sentence) => findings.add('recovery', sentence.split('\n')[0] ?? ''),
      }),
    );
  };
  for (const group of Object.keys(programs) as Group[]) {
    await moveClock(group, 0);
    start(group);
  }

  // Minutes stand for hours here: declined cards are forgotten as if that time had passed.
  const forgetting = setInterval(() => {
    db`delete from card_try where tried_at < clock_timestamp() - interval '1 second'`.catch(() => {});
  });

  const { brand } = await loadBrand('butaca');
  return {
    db,
    origins: [`http://127.0.0.1:${firstPort}`, `http://127.0.0.1:${secondPort}`],
    sandbox,
    wallet: new Wallet(walletOrigin),
    links,
    performances: sales.map(({ performanceId }, index) => ({ id: performanceId, places: (ROWS[index] ?? 0) * 10 })),
    buyers: people.slice(0, BUYERS),
    clerks,
    organiser,
    mostPurchases: brand.constants.mostPurchases,
    mails,
    moveClock,
    logDirectory,
    pidOf: async (target) => {
      if (target === 'keeper') return children.get('first')?.pid();
      if (target !== 'kept process') return innermost(children.get(target)?.pid());
      const keeper = children.get('first')?.pid();
      return keeper === undefined ? undefined : (await childrenOf(keeper))[0];
    },
    stop: async ({ keepLogs }) => {
      clearInterval(forgetting);
      await Promise.all([...children.values()].map((child) => child.stop()));
      await mailServer.close();
      for (const link of Object.values(links)) link.close();
      for (const socket of [firstSocket, secondSocket]) socket.close();
      await db.end({ timeout: 5 });
      await postgres.stop();
      if (!keepLogs) await rm(home, { recursive: true, force: true });
    },
  };
}

/** A journal of every stage that a purchase was in, written by a trigger that only the rehearsal has. */
const keepJournal = (db: Db) =>
  db.begin(async (tx) => {
    await tx`
      create table rehearsal_stage (
        id bigint generated always as identity primary key, purchase_id text not null, customer_id text not null, channel text not null,
        stage text not null, deadline timestamptz not null, at timestamptz not null default clock_timestamp())`;
    await tx.unsafe(`
      create function write_rehearsal_stage() returns trigger language plpgsql security definer as $$
      begin
        insert into rehearsal_stage (purchase_id, customer_id, channel, stage, deadline)
        values (new.id, new.customer_id, new.channel, new.stage, new.deadline);
        return null;
      end $$`);
    await tx`
      create trigger rehearsal_stage after insert or update of stage, deadline on purchase
        for each row execute function write_rehearsal_stage()`;
  });

const run = promisify(execFile);

/** The oldest first. */
async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** What does the work: a process itself, or the one that it keeps. */
async function innermost(pid: number | undefined): Promise<number | undefined> {
  return pid === undefined ? undefined : ((await childrenOf(pid))[0] ?? pid);
}
