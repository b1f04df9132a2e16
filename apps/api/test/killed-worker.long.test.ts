import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { limit } from '../../../scripts/test/limits.ts';
import { Inbox } from '../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../sandbox/src/mail/receive.ts';
import { freshDatabase } from './database.ts';
import { answerOf } from './factories/client.ts';
import { customersApp, signUpForm, visitorAt } from './factories/customers.ts';
import { startWorker } from './running-product.ts';

/** How much later a mail may be sent because a worker was killed while sending it. */
const BOUND_MS = 60_000;

const worker = (databaseUrl: string, smtpPort: number) =>
  startWorker({ DATABASE_URL: databaseUrl, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });

/** A mail server that accepts connections and never answers. */
async function mute() {
  let called = 0;
  const server = createServer(() => {
    called += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, calls: () => called, close: () => server.close() };
}

test('when a worker is killed in the middle of a mail, another one sends it within a minute, once', async () => {
  const { db, url, close } = await freshDatabase();
  const app = await customersApp(db);
  const form = signUpForm();
  answerOf(await visitorAt(app).signUp(form));
  const silence = await mute();
  const killed = worker(url, silence.port);
  await vi.waitFor(() => expect(silence.calls()).toBe(1), { timeout: limit(30_000), interval: 50 });
  killed.kill('SIGKILL');

  const inbox = new Inbox();
  const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0 });
  const another = worker(url, smtp.port);
  await vi.waitFor(() => expect(inbox.newestFirst()).toHaveLength(1), { timeout: limit(BOUND_MS), interval: 250 });
  expect(inbox.newestFirst()[0]?.to).toEqual([form.email]);
  await vi.waitFor(async () => expect(await db`select from graphile_worker.jobs`).toEqual([]), { timeout: limit(5000) });

  const ended = new Promise((resolve) => another.once('exit', resolve));
  another.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await db`select worker_id from worker_lease where until > clock_timestamp()`).toEqual([]);
  silence.close();
  await Promise.all([app.close(), smtp.close()]);
  await close();
});
