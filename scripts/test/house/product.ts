import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { connect } from '../../../apps/api/src/db/connect.ts';
import { freePort } from '../../ports.ts';
import { limit } from '../limits.ts';

const root = join(import.meta.dirname, '../../..');
const start = join(root, 'scripts/start.ts');
/** As `npm start` does after its bootstrap: an npm in a shell in an npm. */
export const viaNpm = ['npm', 'exec', '--silent', '-c', 'true && npm run -s pinned -- start'];
const READY_WITHIN_MS = limit(90_000);

/** A key that opens nothing, as it stands in an environment file. */
const pemOfNobody = (what: string) => `-----BEGIN ${what}-----\\nAAAA\\n-----END ${what}-----\\n`;

/**
 * Nobody pays or is billed here, but a brand that takes cards and makes bills does not start without its gateway and its tax office; in
 * development those are the sandbox.
 */
const outsideOfNobody = {
  GATEWAY_URL: 'https://gateway.example/api/v2',
  GATEWAY_PUBLIC_KEY: 'a-public-key-of-nobody',
  GATEWAY_PRIVATE_KEY: 'a-private-key-of-nobody',
  ARCA_WSAA_URL: 'https://wsaa.example/ws/services/LoginCms',
  ARCA_WSFE_URL: 'https://wsfe.example/wsfev1/service.asmx',
  ARCA_CERTIFICATE: pemOfNobody('CERTIFICATE'),
  ARCA_KEY: pemOfNobody('PRIVATE KEY'),
};

export interface ProductOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

/** A start with the settings of a production server: no demo and no sandbox, so it is quick. */
export class Product {
  readonly dataDirectory: string;
  readonly port: number;
  readonly process: ChildProcess;
  output = '';
  readonly ended: Promise<number | null>;

  constructor({ dataDirectory, port, settings = {}, command = [process.execPath, start] }: ProductOptions) {
    this.dataDirectory = dataDirectory;
    this.port = port;
    const production = {
      NODE_ENV: 'production',
      SECRET: '64kXXVDLt6cXAsDysoV0Fpf6dkC4sKMxb8K+L71ewKLeUoqM',
      TICKET_KEY: 'tFS8Y1YcJRuAlxGA0xNZs16K5dTJJWdSLYIx60GfPUA',
      PUBLIC_ORIGIN: `https://localhost:${port}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...(settings.NODE_ENV !== 'development' && outsideOfNobody),
    };
    const [program = '', ...rest] = command;
    this.process = spawn(program, rest, {
      cwd: root,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        DATA_DIR: dataDirectory,
        PORT: String(port),
        ...production,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (data) => {
        this.output += String(data);
      });
    }
    // Not on exit: its last output may arrive later.
    this.ended = new Promise((resolve) => this.process.once('close', (code) => resolve(code)));
  }

  get lines(): string[] {
    return this.output.split('\n').filter((line) => line.trim() !== '');
  }

  /** Until everything was announced. */
  async running(): Promise<this> {
    const until = Date.now() + READY_WITHIN_MS;
    while (!this.output.includes('Ctrl-C')) {
      if (this.process.exitCode !== null || Date.now() > until) throw new Error(`it does not run:\n${this.output}`);
      await sleep(20);
    }
    return this;
  }

  async serves(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => null);
    return answer?.ok ?? false;
  }

  /** Of the api and the worker; the database is looked after apart. */
  children(file = '/apps/'): number[] {
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(this.process.pid)], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter((line) => line.includes(file))
      .map((line) => Number.parseInt(line, 10));
  }

  /** By its file: a process that was started again may have any place among the others. */
  server(): number {
    const [pid] = this.children('/apps/api/src/main.ts');
    if (pid === undefined) throw new Error('the api process does not run');
    return pid;
  }

  async databasePid(): Promise<number> {
    return Number((await readFile(join(this.dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  async sql<Row>(work: (db: ReturnType<typeof connect>) => Promise<Row>): Promise<Row> {
    const port = (await readFile(join(this.dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
    const password = await readFile(join(this.dataDirectory, 'postgres.password'), 'utf8');
    const db = connect(`postgres://butaca:${password}@127.0.0.1:${port}/butaca`, { connections: 1 });
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  }

  async stop(): Promise<number | null> {
    this.process.kill('SIGTERM');
    return this.ended;
  }
}

export interface Workshop {
  readonly dataDirectory: string;
  readonly port: number;
  start: (options?: Partial<ProductOptions>) => Product;
}

/** A data directory and a port for every test; what is left running is stopped. */
export const workshops = () => workshopBetween(beforeEach, afterEach);
/** The same for a file whose tests share what one of them has started. */
export const workshop = () => workshopBetween(beforeAll, afterAll);

function workshopBetween(before: typeof beforeEach | typeof beforeAll, after: typeof afterEach | typeof afterAll): () => Workshop {
  let workshop: Workshop;
  let started: Product[];
  before(async () => {
    started = [];
    const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-house-'));
    const port = await freePort();
    workshop = {
      dataDirectory,
      port,
      start: (options) => {
        const product = new Product({ dataDirectory, port, ...options });
        started.push(product);
        return product;
      },
    };
  });
  after(async () => {
    for (const product of started) if (product.process.exitCode === null && product.process.signalCode === null) await product.stop();
    await rm(workshop.dataDirectory, { recursive: true, force: true });
  });
  return () => workshop;
}

/** A new visitor every 20 ms, each on a connection of its own; answers how each visit ended: a status, or the error's code. */
export function visit({ port }: Product): () => Promise<string[]> {
  const visits: Promise<string>[] = [];
  const timer = setInterval(() => {
    visits.push(
      new Promise((resolve) => {
        get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) => {
          response.resume().on('end', () => resolve(String(response.statusCode)));
        }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      }),
    );
  });
  return () => {
    clearInterval(timer);
    return Promise.all(visits);
  };
}

/** Whether it comes true in time, which is a limit. */
export async function within(usualMs: number, holds: () => Promise<boolean>) {
  const until = Date.now() + limit(usualMs);
  while (Date.now() < until) {
    if (await holds()) return true;
    await sleep(20);
  }
  return false;
}
