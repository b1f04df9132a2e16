import { BrandProblem, loadBrand } from '@butaca/brand/load';
import { builtStorefront, devStorefront } from '@butaca/storefront/server';
import type { FastifyInstance } from 'fastify';
import { connect } from '#db/connect';
import { OtherBrand, settleBrand } from '#db/settle-brand';
import { mountAssets, mountFavicon } from '#http/assets';
import { inProcessFetch } from '#http/in-process-fetch';
import { mountPages } from '#http/pages';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { keepSwept } from './inventory/index.ts';
import { payway } from './payments/index.ts';

/** Longer than any statement of ours takes, shorter than people wait. */
const STATEMENT_TIMEOUT_MS = 10_000;

try {
  await serve(readConfig());
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

async function serve(config: Config) {
  const { brand, ...look } = await loadBrand(config.brand);
  const db = connect(config.databaseUrl, {
    connections: config.databaseConnections,
    applicationName: 'butaca-api',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  await settleBrand(db, config.brand, brand);
  const app = await buildApp({
    db,
    brand,
    secret: config.secret,
    publicOrigin: config.publicOrigin,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    ...(config.captcha === 'off' ? { captcha: null } : {}),
    payments: { card: config.gateway && payway(config.gateway) },
  });
  await app.inventory.listen();
  const sweeper = keepSwept(app.inventory, (err) => app.log.error({ err }, 'sweeping'));
  const favicon = look.files.find(({ name }) => name === 'favicon.svg');
  if (favicon) mountFavicon(app, favicon.bytes);
  await mountStorefront(app, config, { fetch: inProcessFetch(app), brand, look, publicOrigin: config.publicOrigin });

  /** Finishes what is under way, then lets go of the database. */
  const stop = async () => {
    await app.close();
    await sweeper.stop();
    await db.end({ timeout: 5 });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => void stop());
  await app.listen({ host: config.host, port: config.port });
}

async function mountStorefront(
  app: FastifyInstance,
  { storefrontDev, publicOrigin, gateway }: Config,
  world: Parameters<typeof builtStorefront>[0],
) {
  const connectTo = gateway ? [new URL(gateway.url).origin] : [];
  if (!storefrontDev) {
    const storefront = await builtStorefront(world);
    await mountAssets(app, storefront.assetsDirectory);
    mountPages(app, { storefront, publicOrigin, connectTo, developing: false });
    return;
  }
  const storefront = await devStorefront(world, app.server);
  const { default: middie } = await import('@fastify/middie');
  await app.register(middie);
  app.use(storefront.middleware);
  mountPages(app, { storefront, publicOrigin, connectTo, developing: true });
}

/** One line for what the person at the terminal can mend; the rest keeps its stack for those who mend us. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BrandProblem || error instanceof OtherBrand) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `PORT: ${port} is taken by another program` : (stack ?? String(error));
}
