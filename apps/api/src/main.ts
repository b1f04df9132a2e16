import { loadBrand } from '@butaca/brand/load';
import { builtStorefront, devStorefront } from '@butaca/storefront/server';
import { connect } from '#db/connect';
import { mountAssets } from '#http/assets';
import { inProcessFetch } from '#http/in-process-fetch';
import { mountPages } from '#http/pages';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

const config = configOrExit();
const { brand, ...look } = await loadBrand(config.brand);
const db = connect(config.databaseUrl, { connections: config.databaseConnections, applicationName: 'butaca-api' });
const app = await buildApp({
  db,
  brand,
  secret: config.secret,
  publicOrigin: config.publicOrigin,
  logLevel: config.logLevel,
  trustProxy: config.production,
  ...(config.captcha === 'off' ? { captcha: null } : {}),
});

const world = { fetch: inProcessFetch(app), brand, look, publicOrigin: config.publicOrigin };
if (config.storefrontDev) {
  const storefront = await devStorefront(world, app.server);
  const { default: middie } = await import('@fastify/middie');
  await app.register(middie);
  app.use(storefront.middleware);
  mountPages(app, { storefront, publicOrigin: config.publicOrigin, freshMs: 0 });
} else {
  const storefront = await builtStorefront(world);
  await mountAssets(app, storefront.assetsDirectory);
  mountPages(app, { storefront, publicOrigin: config.publicOrigin, freshMs: 1000 });
}

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => void stop());
await app.listen({ host: config.host, port: config.port }).catch(refuseToStart);

/** Finishes what is under way, then lets go of the database. */
async function stop() {
  await app.close();
  await db.end({ timeout: 5 });
  process.exit(0);
}

function configOrExit() {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuseToStart(error);
  }
}

function refuseToStart(error: Error): never {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(taken ? `PORT: ${config.port} is taken by another program\n` : `${error.message}\n`);
  process.exit(1);
}
