import { join, resolve } from 'node:path';

export interface StartConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** A PostgreSQL of one's own, instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly production: boolean;
  /** What the processes inherit. */
  readonly environment: NodeJS.ProcessEnv;
}

/** A setting that cannot be used, or a circumstance that stops the start: one line for the person at the terminal. */
export class StartProblem extends Error {}

const root = join(import.meta.dirname, '..');

export function readStartConfig(env: NodeJS.ProcessEnv = process.env): StartConfig {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new StartProblem('PORT: must be a number from 1 to 65535');
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new StartProblem('DATABASE_URL: must start with postgres://');
  return {
    port,
    host: env.HOST || '127.0.0.1',
    dataDirectory: resolve(root, env.DATA_DIR || '.data'),
    databaseUrl,
    production: env.NODE_ENV === 'production',
    environment: env,
  };
}

/** The storefront is built the same way whatever the start is for. */
export const builderEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({ ...env, NODE_ENV: 'production' });

/** Where Chromium is, when it is named. */
export const browserFromEnvironment = (env: NodeJS.ProcessEnv = process.env) => env.CHROMIUM_PATH;
