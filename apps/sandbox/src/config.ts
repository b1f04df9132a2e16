import { z } from 'zod';

const Port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(3100),
  SMTP_PORT: Port.default(3125),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly smtpPort: number;
}

/** A setting, or a place, that the sandbox does not start with. */
export class ConfigError extends Error {}

/** Reads the environment once. The sandbox pretends to be the world, so it never runs where the world is real. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  if (read.data.NODE_ENV === 'production') throw new ConfigError('NODE_ENV: the sandbox is not for production');
  return { host: read.data.HOST, port: read.data.PORT, smtpPort: read.data.SMTP_PORT };
}
