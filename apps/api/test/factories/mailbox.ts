import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../../sandbox/src/mail/receive.ts';
import { mailControl } from '../../../sandbox/src/mail/switches.ts';
import type { FiscalPack } from '../../src/bills/index.ts';
import { supportTasks } from '../../src/notifications/index.ts';
import type { TestDatabase } from '../database.ts';
import { workOnce } from './jobs.ts';
import { mailerAt, mailTasks, sender } from './mail-tasks.ts';
import { silent } from './watch.ts';

/** The brand's address for messages. */
export const SUPPORT = 'ayuda@butaca.example';

/** The outside world's mail server, and a worker that sends to it what waits in this database. */
export async function aMailbox(database: Pick<TestDatabase, 'db' | 'url'>, { billing = null }: { billing?: FiscalPack | null } = {}) {
  const inbox = new Inbox();
  const control = mailControl();
  const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0, control });

  /** Sends everything that waits. */
  async function deliver(port = smtp.port): Promise<void> {
    const { db } = database;
    const mailer = mailerAt(port);
    await workOnce(database, {
      ...mailTasks({ db, mailer, billing }),
      ...supportTasks({ db, mailer, sender, watch: silent, support: SUPPORT }),
    });
    mailer.close();
  }

  /** The mails to an address after everything that waited was sent, the newest first. */
  async function mailsTo(address: string) {
    await deliver();
    return inbox.newestFirst().filter(({ to }) => to.includes(address));
  }

  /** A worker tries to send while the mail server is away. */
  async function fail(): Promise<void> {
    const away = await receiveMail(new Inbox(), { host: '127.0.0.1', port: 0 });
    await away.close();
    await deliver(away.port);
  }

  return {
    deliver: () => deliver(),
    /** From now on these addresses are answered like this instead of being taken; all others are taken. */
    refuse(addresses: readonly string[], code = 550, text = '5.1.1 no such user here') {
      control.switches.answers = Object.fromEntries(addresses.map((address) => [address, { code, text }]));
    },
    /** From now on it offers SMTPUTF8, or does not. */
    offerUtf8(offersUtf8: boolean) {
      control.switches.offersUtf8 = offersUtf8;
    },
    /** What a mailer says to it while it sends what waits: the commands as they go over the wire. */
    async heard(): Promise<string[]> {
      const bytes: Buffer[] = [];
      const between = createServer((client) => {
        const server = connect(smtp.port, '127.0.0.1');
        client.on('data', (chunk) => bytes.push(Buffer.from(chunk))).pipe(server);
        server.on('error', () => client.destroy()).pipe(client);
        client.on('error', () => server.destroy());
      });
      await once(between.listen(0, '127.0.0.1'), 'listening');
      await deliver((between.address() as AddressInfo).port);
      await new Promise((resolve) => between.close(resolve));
      return Buffer.concat(bytes)
        .toString()
        .split('\r\n')
        .filter((line) => /^(MAIL FROM|RCPT TO):/.test(line));
    },
    fail,
    mailsTo,
    /** The code of the newest mail with one to an address; empty without one. */
    codeTo: async (address: string): Promise<string> =>
      (await mailsTo(address)).map(({ subject }) => /^(\d+) es tu código de Butaca$/.exec(subject)?.[1]).find(Boolean) ?? '',
    close: () => smtp.close(),
  };
}

/** Another code of as many digits. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
