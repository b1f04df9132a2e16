import { notificationTasks, smtpMailer } from '../../src/notifications/index.ts';
import type { Mail, Mailer } from '../../src/notifications/mailer.ts';
import type { NotificationDeps } from '../../src/notifications/tasks.ts';
import type { TestDatabase } from '../database.ts';
import { SECRET } from './customers.ts';
import { workOnce } from './jobs.ts';
import { ticketsWorld } from './orders.ts';
import { silent } from './watch.ts';

export const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };

/** The jobs that mail, as a worker has them. */
export const mailTasks = (given: Pick<NotificationDeps, 'db' | 'mailer'> & Partial<NotificationDeps>) =>
  notificationTasks({
    secret: SECRET,
    sender,
    timeZone: 'America/Argentina/Buenos_Aires',
    graceSeconds: 5,
    hasOwnLogin: true,
    tickets: ticketsWorld,
    watch: silent,
    ...given,
  });

/** Sends to a mail server on this machine. */
export const mailerAt = (port: number): Mailer => smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Butaca <entradas@butaca.example>' });

/** Runs the worker until nothing is left to do; every mail that it sent, without a mail server. */
export async function mailsSent({ db, url }: Pick<TestDatabase, 'db' | 'url'>, given: Partial<NotificationDeps> = {}): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void sent.push(mail), close: () => {} };
  await workOnce({ db, url }, mailTasks({ db, mailer, ...given }));
  return sent;
}
