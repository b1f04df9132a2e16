import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadBrand } from '@butaca/brand/load';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { connect } from '#db/connect';
import { ping, waitForDatabase } from '#db/outage';
import { settleBrand } from '#db/settle-brand';
import { mountIcons } from '#http/icons';
import { openMetricsPort } from '#http/metrics';
import { LONGEST_REQUEST_S, type ShutdownKind } from '#http/shutdown';
import { loadTracing } from '#watch/load-tracing';
import { timedStatements } from '#watch/statements';
import { createWatch } from '#watch/watch';
import { buildApp, followChanges } from './app.ts';
import { fiscalPackOf } from './bills/index.ts';
import type { Config } from './config.ts';
import { documentBrand, ticketCodes } from './orders/index.ts';
import { configuredNames, configuredProviders } from './payments/index.ts';
import { SERVING, STOP_QUIETLY } from './processes/process-slot.ts';
import { answerScrape } from './processes/scrape.ts';
import { startSweeper, stockLeft } from './sale/index.ts';
import { mountScreens } from './screens.ts';
import { Leader, valkeyStore } from './waiting-room/index.ts';

/** Longer than any statement of ours takes, shorter than people wait. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** A process that is renewed has time, so that connections in use get the answer that ends them. */
const QUIET_DRAIN_S = 2;
/** Time from a connection to its first request, on a slow network. */
const FIRST_WORD_MS = 500;

/** Runs one process of the server until it is stopped. */
export async function serve(config: Config) {
  const { brand, ...look } = await loadBrand(config.brand, config.brandsDirectory, configuredNames(config.providers));
  const name = String(config.processNumber ?? 1);
  const spans = await loadTracing(config.traces, name);
  const watch = createWatch({ process: name, level: config.logLevel, secret: config.secret, spans });
  const [ticketKey, ...earlierTicketKeys] = config.ticketKeys;
  watch.say('keys-in-use', {
    sessions: watch.hashOf(config.secret),
    tickets: watch.hashOf(ticketKey),
    earlierTickets: earlierTicketKeys.map(watch.hashOf).join(' '),
  });
  const db = connect(config.databaseUrl, {
    connections: config.databaseConnections,
    applicationName: 'butaca-api',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onStatement: timedStatements(watch, config.slowStatementMs),
  });
  let shutDown: ((kind: ShutdownKind) => Promise<void>) | undefined;
  // Listening from the beginning: the wait for a database can be long, and the parent process may end meanwhile.
  const leave = (kind: ShutdownKind) => (shutDown ? void shutDown(kind) : process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave('announced'));
  process.on('disconnect', () => leave('orphaned'));
  await waitForDatabase(() => ping(db), { watch });
  await settleBrand(db, config.brand, brand);
  const queueStore = config.queueStore && valkeyStore(config.queueStore, db);
  const app = await buildApp({
    db,
    brand,
    secret: config.secret,
    publicOrigin: config.publicOrigin,
    watch,
    trustedProxies: config.trustedProxies,
    referencePage: config.referencePage,
    ...(config.captcha === 'off' ? { captcha: null } : {}),
    recaptcha: config.recaptcha,
    externalLogin: config.externalLogin,
    tickets: { codes: ticketCodes(config.ticketKeys), brand: documentBrand({ brand, ...look }) },
    payments: configuredProviders(config.providers),
    billing: fiscalPackOf(db, brand, config.fiscal),
    ...(queueStore ? { queueStore } : {}),
  });
  await app.sale.live.listen();
  await app.waitingRooms.start();
  const leader = new Leader({ rooms: app.waitingRooms, times: app.sale.claimTimes, stockOf: stockLeft(app.sale), watch });
  leader.start();
  const sweeper = startSweeper(app.sale);
  const favicon = look.files.find(({ name }) => name === 'favicon.svg');
  if (favicon) mountIcons(app, favicon.bytes);
  const renewPages = await mountScreens(app, config, { fetch: inProcessFetch(app), brand, look, publicOrigin: config.publicOrigin });
  const listeningDb = connect(config.databaseUrl, { connections: 1, applicationName: 'butaca-api' });
  await followChanges(app, { db, listeningDb, renewPages });

  /** Announces the shutdown, finishes running requests, then closes the database's connections. */
  shutDown = async (kind) => {
    if (app.shutdown.started) return;
    app.shutdown.start(kind);
    const drainSeconds = drainSecondsOf(kind, config);
    setTimeout(() => app.server.closeAllConnections(), (drainSeconds + LONGEST_REQUEST_S) * 1000).unref();
    await sleep(drainSeconds * 1000);
    // No new connections; and those accepted last may send their first request before idle ones are closed.
    Server.prototype.close.call(app.server);
    await sleep(FIRST_WORD_MS);
    await app.close();
    await leader.stop();
    app.waitingRooms.close();
    await sweeper.stop();
    await queueStore?.close();
    await Promise.all([db.end({ timeout: 5 }), listeningDb.end({ timeout: 5 })]);
    await watch.spans?.close();
    process.exit(0);
  };
  // Only this process goes; those beside it serve on at the same address.
  process.on('message', (message) => message === STOP_QUIETLY && void shutDown?.('quiet'));
  // One of several is asked by the process that keeps them, which has the port.
  if (config.processNumber === null && config.metrics) await openMetricsPort({ ...config.metrics, scrape: watch.scrape });
  process.on('message', (message) => answerScrape(message, watch.scrape));
  await app.listen(addressOf(config));
  if (config.processNumber !== null) process.send?.(SERVING);
}

/** An orphan's successors start beside it: they need its connections to the database, and answer at its address. */
const drainSecondsOf = (kind: ShutdownKind, { drainSeconds }: Config): number =>
  ({ announced: drainSeconds, quiet: Math.max(drainSeconds, QUIET_DRAIN_S), orphaned: 0 })[kind];

/** Fastify has no option for descriptors and would listen at `localhost` twice; Node's server uses the descriptor alone. */
const addressOf = ({ host, port, listenFd }: Config): FastifyListenOptions =>
  listenFd === null ? { host, port } : ({ fd: listenFd, host: '127.0.0.1' } as FastifyListenOptions);

/** `fetch` for pages rendered in this process: the same routes, checks and encoding, without a socket. */
const inProcessFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const request = new Request(new URL(String(input), 'http://in-process'), init);
    const reply = await app.inject({
      method: request.method as 'GET',
      url: request.url.slice('http://in-process'.length),
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { payload: await request.text() } : {}),
    });
    return new Response(reply.body, { status: reply.statusCode, headers: { 'content-type': 'application/json' } });
  };
