import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { addressesOf } from '../apps/api/src/db/addresses.ts';

export interface StartConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly logDirectory: string;
  /** A PostgreSQL of one's own, instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The role that owns its tables, where it is not the servers' own. */
  readonly databaseOwnerUrl: string | undefined;
  readonly production: boolean;
  /** Number of server processes on the port. */
  readonly processes: number;
  /** A folder of brands/, or of `brandsDirectory`. */
  readonly brand: string;
  /** Where brands are, if not in brands/. */
  readonly brandsDirectory: string | undefined;
  /** Whose demo season is loaded: the brand's own, unless another one is asked for, as a copy of a brand has none. */
  readonly demo: string;
  /** The environment that the processes inherit. */
  readonly environment: NodeJS.ProcessEnv;
}

/** A setting that cannot be used, or a circumstance that stops the start: one line for the person at the terminal. */
export class StartProblem extends Error {}

const root = join(import.meta.dirname, '..');

export function readStartConfig(env: NodeJS.ProcessEnv = process.env): StartConfig {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new StartProblem('PORT: must be a number from 1 to 65535');
  const processes = Number(env.WEB_CONCURRENCY || 1);
  if (!Number.isInteger(processes) || processes < 1 || processes > 64)
    throw new StartProblem('WEB_CONCURRENCY: must be a number from 1 to 64');
  const databaseUrl = env.DATABASE_URL || undefined;
  const databaseOwnerUrl = env.DATABASE_OWNER_URL || undefined;
  if (databaseUrl !== undefined) refuseAddress('DATABASE_URL', databaseUrl);
  if (databaseOwnerUrl !== undefined) refuseAddress('DATABASE_OWNER_URL', databaseOwnerUrl);
  const brandsDirectory = env.BRANDS_DIRECTORY || undefined;
  if (env.BRAND) refuseBrand(env.BRAND, brandsDirectory ?? join(root, 'brands'));
  const dataDirectory = resolve(root, env.DATA_DIR || '.data');
  return {
    port,
    host: env.HOST || '127.0.0.1',
    dataDirectory,
    logDirectory: join(dataDirectory, 'logs'),
    databaseUrl,
    databaseOwnerUrl,
    production: env.NODE_ENV === 'production',
    processes,
    brand: env.BRAND || 'butaca',
    brandsDirectory,
    demo: env.DEMO || env.BRAND || 'butaca',
    environment: withoutOwner(env),
  };
}

/** The value may hold a password and is not repeated. */
function refuseAddress(name: string, url: string) {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new StartProblem(`${name}: must start with postgres://`);
  if (addressesOf(url).length === 0) throw new StartProblem(`${name}: must have the form postgres://user:password@host:port/database`);
}

/** What can change the tables is not handed on to what only uses them. */
const withoutOwner = ({ DATABASE_OWNER_URL: _, ...environment }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => environment;

function refuseBrand(brand: string, directory: string) {
  if (!/^[a-z0-9-]+$/.test(brand)) throw new StartProblem('BRAND: must be the name of a folder in brands/');
  if (!existsSync(join(directory, brand))) throw new StartProblem(`BRAND: there is no folder brands/${brand}`);
}

/** The screens are built the same way whatever the start is for. */
export const builderEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({ ...env, NODE_ENV: 'production' });

/** Node keeps the sources that it has compiled here: a process of the product is up with half the work. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') } as const;

/** Tools that are scripts find the pinned Node first, however the checks were started. */
export const toolEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  ...compileCache,
  PATH: [join(root, 'node_modules/.bin'), env.PATH].join(delimiter),
});

/** Where Chromium is, when it is named. */
export const browserFromEnvironment = (env: NodeJS.ProcessEnv = process.env) => env.CHROMIUM_PATH;

/** Whether nobody watches, as continuous integration says it: what is left out there would be missed by nobody. */
export const runsUnattended = (env: NodeJS.ProcessEnv = process.env): boolean => Boolean(env.CI) && env.CI !== 'false';
