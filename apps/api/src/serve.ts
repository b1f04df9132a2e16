import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadBrand } from '@butaca/brand/load';
import { connect } from '#db/connect';
import { settleBrand } from '#db/settle-brand';
import { mountFavicon } from '#http/assets';
import type { Farewell } from '#http/departure';
import { inProcessFetch } from '#http/in-process-fetch';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { documentBrand, ticketCodes } from './orders/index.ts';
import { payway } from './payments/index.ts';
import { LEAVE } from './process-slot.ts';
import { startSweeper } from './sale/index.ts';
import { mountScreens } from './screens.ts';

/** Longer than any statement of ours takes, shorter than people wait. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Nobody waits for a process that is renewed, so connections in use get to the answer that ends them. */
const QUIET_DRAIN_S = 2;
/** From a connection to its first request, on a bad line. */
const FIRST_WORD_MS = 500;
/** Whoever reads an answer more slowly than this is not waited for. */
const LONGEST_REQUEST_S = 30;

/** One process of the server, until it is told to leave. */
export async function serve(config: Config) {
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
    processNumber: config.processNumber,
    trustedProxies: config.trustedProxies,
    ...(config.captcha === 'off' ? { captcha: null } : {}),
    tickets: { codes: ticketCodes(config.ticketKey), brand: documentBrand({ brand, ...look }) },
    payments: { card: config.gateway && payway(config.gateway) },
  });
  await app.sale.live.listen();
  const sweeper = startSweeper(app.sale, (err) => app.log.error({ err }, 'sweeping'));
  const favicon = look.files.find(({ name }) => name === 'favicon.svg');
  if (favicon) mountFavicon(app, favicon.bytes);
  await mountScreens(app, config, { fetch: inProcessFetch(app), brand, look, publicOrigin: config.publicOrigin });

  /** Says goodbye, finishes what is under way, then lets go of the database. */
  const leave = async (farewell: Farewell) => {
    if (app.departure.begun) return;
    app.departure.begin(farewell);
    const drainSeconds = farewell === 'quiet' ? Math.max(config.drainSeconds, QUIET_DRAIN_S) : config.drainSeconds;
    setTimeout(() => app.server.closeAllConnections(), (drainSeconds + LONGEST_REQUEST_S) * 1000).unref();
    await sleep(drainSeconds * 1000);
    // Nobody new; and whoever was let in last may say what they want before what is idle is closed.
    Server.prototype.close.call(app.server);
    await sleep(FIRST_WORD_MS);
    await app.close();
    await sweeper.stop();
    await db.end({ timeout: 5 });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void leave('announced'));
  // Only this process goes; those beside it serve on at the same address.
  process.on('message', (message) => message === LEAVE && void leave('quiet'));
  await app.listen({ host: config.host, port: config.port });
}
