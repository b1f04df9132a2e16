import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dateLocale } from '@butaca/brand/languages';
import { loadBrand } from '@butaca/brand/load';
import { brandName } from '@butaca/contract/rules/card-brands';
import type { TaskList } from 'graphile-worker';
import { connect } from '#db/connect';
import { JOBS_AT_ONCE } from '#db/connections';
import { ping, waitForDatabase } from '#db/outage';
import { settleBrand } from '#db/settle-brand';
import { openMetricsPort } from '#http/metrics';
import { loadTracing } from '#watch/load-tracing';
import { timedStatements } from '#watch/statements';
import { createWatch } from '#watch/watch';
import { fiscalPackOf, showBills, startBilling } from './bills/index.ts';
import { ConfigError, configOrExit, readConfigOfBrand } from './config.ts';
import { crontab } from './crontab.ts';
import { alertTasks, codeHostTasks, customerTasks, httpCodeHost, httpMailingList, newsletterTasks } from './customers/index.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { showQueue } from './jobs/show-queue.ts';
import { mailColours, notificationTasks, smtpMailer, supportTasks } from './notifications/index.ts';
import { documentBrand, ticketCodes } from './orders/index.ts';
import { configuredNames, configuredProviders, showDoubts } from './payments/index.ts';
import { createSaleWorld, listKept, purchaseTasks } from './sale/index.ts';
import { waitingRoomTasks } from './waiting-room/index.ts';

let letGo: (() => Promise<unknown>) | undefined;
let leaving = false;
// Listening from the beginning: the wait for a database can be long, and the parent process may end meanwhile.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop());

// On a shared core the server has priority: mails wait, buyers do not.
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
setPriority(PRIORITY);
// Linux shares the processor among sessions before it looks at processes (`sched_autogroup`), and the worker has one of its own.
await writeFile('/proc/self/autogroup', String(PRIORITY)).catch(() => {});

const config = await configOrExit(readConfigOfBrand);
const spans = await loadTracing(config.traces, 'worker');
const watch = createWatch({ process: 'worker', level: config.logLevel, secret: config.secret, spans });
const look = await loadBrand(config.brand, config.brandsDirectory, configuredNames(config.providers));
const { brand } = look;
const db = connect(config.databaseUrl, {
  connections: JOBS_AT_ONCE,
  applicationName: 'butaca-worker',
  onStatement: timedStatements(watch, config.slowStatementMs),
});
await waitForDatabase(() => ping(db), { watch }).catch(refuseToStart);
await settleBrand(db, config.brand, brand).catch(refuseToStart);
const mailer = smtpMailer({ url: smtpUrlOrExit(), from: config.mailFrom ?? { name: brand.name, address: brand.contact.mail } });
const sender = { brandName: brand.name, publicOrigin: config.publicOrigin, locale: dateLocale(brand.locale), colours: mailColours(look) };
const sale = createSaleWorld({
  db,
  brand,
  secret: config.secret,
  watch,
  publicOrigin: config.publicOrigin,
  payments: configuredProviders(config.providers),
  billing: fiscalPackOf(db, brand, config.fiscal),
});
await sale.live.listen();
const mails = notificationTasks({
  db,
  secret: config.secret,
  mailer,
  sender,
  timeZone: brand.locale.timeZone,
  graceSeconds: sale.limits.graceSeconds,
  hasOwnLogin: brand.login.mode === 'OWN_SELF_LOGIN',
  watch,
  tickets: { codes: ticketCodes(config.ticketKeys), brand: documentBrand(look), cardName: brandName },
  billing: sale.billing,
});
const support = supportTasks({ db, mailer, sender, support: brand.contact.mail, watch });
const list = config.newsletter && httpMailingList(config.newsletter);
const newsletter = newsletterTasks({ db, secret: config.secret, publicOrigin: config.publicOrigin, list });
const codeHost =
  brand.hosts.mailValidation === '' ? null : httpCodeHost({ url: brand.hosts.mailValidation, key: config.mailValidationKey });
const tasks: TaskList = {
  ...mails,
  ...support,
  ...customerTasks({ db, readKeptCards: (customerId) => listKept(sale, customerId), language: brand.locale.language }),
  ...newsletter,
  ...codeHostTasks({ db, secret: config.secret, host: codeHost, watch }),
  ...alertTasks(db),
  ...purchaseTasks(sale),
  ...waitingRoomTasks(db),
};
showQueue({ db, watch, tasks: Object.keys(tasks), mails: Object.keys({ ...mails, ...support }) });
showDoubts({ db, watch });
if (sale.billing) showBills({ db, watch });

const billing =
  sale.billing &&
  config.fiscal.ar &&
  startBilling({ db, pack: sale.billing, watch, financingTaxRate: Math.round(brand.cards.taxOnInterest * 100) });
const jobs = runJobs({ db, databaseUrl: config.databaseUrl, tasks, crontab, concurrency: JOBS_AT_ONCE, watch });
if (config.metrics) await openMetricsPort({ ...config.metrics, scrape: watch.scrape }).catch(refuseToStart);
jobs.ended.catch(refuseToStart);

letGo = async () => {
  await Promise.all([jobs.stop(), billing?.stop()]);
  await sale.live.close();
  mailer.close();
  await db.end({ timeout: 5 });
  await watch.spans?.close();
};

/** Lets the jobs under way finish, then closes the database's connections. */
async function stop() {
  if (leaving) return;
  leaving = true;
  await letGo?.();
  process.exit(0);
}

function smtpUrlOrExit() {
  return config.smtpUrl ?? refuseToStart(new ConfigError('SMTP_URL: name the mail server'));
}

function refuseToStart(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
