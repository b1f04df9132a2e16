import { loadBrand } from '@butaca/brand/load';
import { connect } from '#db/connect';
import { ping, waitForDatabase } from '#db/outage';
import { mountIcons } from '#http/icons';
import { openMetricsPort } from '#http/metrics';
import { timedStatements } from '#watch/statements';
import { createWatch } from '#watch/watch';
import { configOrExit, readConfig } from './config.ts';
import { buildQueueApp } from './queue-app.ts';
import { mountWaitingPages } from './screens.ts';
import { postgresStore, valkeyStore } from './waiting-room/index.ts';

/*
 * The queue host alone (C-11): the waiting page, its document and the calls of those who wait, which is all that a crowd touches. It leads no
 * room and sells nothing; the api's processes do.
 */

// It sells nothing, so what its brand is paid by is not asked for.
const config = await configOrExit(readConfig);
const { brand, ...look } = await loadBrand(config.brand, config.brandsDirectory);
const watch = createWatch({ process: 'queue', level: config.logLevel, secret: config.secret });
const db = connect(config.databaseUrl, {
  connections: config.databaseConnections,
  applicationName: 'butaca-queue-host',
  onStatement: timedStatements(watch, config.slowStatementMs),
});
await waitForDatabase(() => ping(db), { watch });
const store = config.queueStore ? valkeyStore(config.queueStore, db) : postgresStore(db);
const { app, rooms, host } = buildQueueApp({ ...config, db, brand, watch, store });
await rooms.start();
await mountWaitingPages(app, host, { brand, look, developing: false });
const favicon = look.files.find(({ name }) => name === 'favicon.svg');
if (favicon) mountIcons(app, favicon.bytes);
if (config.metrics) await openMetricsPort({ ...config.metrics, scrape: watch.scrape });
await app.listen({ host: config.host, port: config.port });

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

async function stop() {
  await app.close();
  rooms.close();
  await store.close();
  await db.end({ timeout: 5 });
  process.exit(0);
}
