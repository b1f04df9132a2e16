import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { ReceivedMail } from './inbox.ts';
import { type MailControl, mailControl } from './switches.ts';

export interface MailServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Mailboxes that never take a mail, so that a journey needs no switch that others share. */
const refusedDomains: MailControl['switches']['answers'] = {
  'no-existe.example': { code: 550, text: '5.1.1 no such user here' },
  'lleno.example': { code: 552, text: '5.2.2 mailbox full' },
};

/** Takes the codes that prove it, and takes no other mail: tickets are sold to proved addresses alone. */
const onlyCodes = (address: string, subject: string) => address.endsWith('@solo-codigos.example') && !/^\d{6,8} /.test(subject);

/** A mail server that accepts every mail from this machine and hands it on, unless its switches say otherwise. */
export async function receiveMail(
  inbox: { add: (mail: Omit<ReceivedMail, 'id'>) => unknown },
  { host, port, control = mailControl() }: { host: string; port: number; control?: MailControl },
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    onConnect(_session, answer) {
      server.options.hideSMTPUTF8 = !control.switches.offersUtf8;
      answer();
    },
    onRcptTo({ address }, _session, answer) {
      const { refuseAddresses, answers, offersUtf8 } = control.switches;
      const refusal =
        (!offersUtf8 && /\P{ASCII}/u.test(address.split('@')[0] ?? '')
          ? { code: 553, text: '5.6.7 non-ASCII addresses not permitted' }
          : undefined) ??
        answers[address] ??
        refusedDomains[address.split('@')[1] ?? ''] ??
        (refuseAddresses ? { code: 550, text: 'no such user here' } : undefined);
      answer(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
    },
    logger: false,
    onData(stream, session, answer) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then(async (raw) => {
          if (raw.length > control.switches.largestBytes)
            return answer(Object.assign(new Error('message too large'), { responseCode: 552 }));
          const mail = readMail(await PostalMime.parse(raw), { to, size: raw.length });
          if (to.some((address) => onlyCodes(address, mail.subject)))
            return answer(Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 }));
          inbox.add(mail);
          answer();
        })
        .catch((error: Error) => answer(error));
    },
  });
  // A client that hangs up in the middle is no reason to end.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readMail(mail: Email, { to, size }: { to: readonly string[]; size: number }): Omit<ReceivedMail, 'id'> {
  const { name = '', address = '' } = mail.from ?? {};
  return {
    receivedAt: Date.now(),
    messageId: mail.messageId ?? '',
    from: name ? `${name} <${address}>` : address,
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.filter((part) => !isPicture(part)).map(readAttachment),
    pictures: mail.attachments
      .filter(isPicture)
      .map((part, index) => ({ ...readAttachment(part, index), cid: (part.contentId ?? '').replace(/^<|>$/g, '') })),
    listUnsubscribe: mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
    size,
  };
}

type Part = Email['attachments'][number];

/** Part of the page, as mail programs know it: it is in no list of attachments. */
const isPicture = ({ related, contentId }: Part) => related === true && contentId !== undefined;

const readAttachment = ({ filename, mimeType, content }: Part, index: number) => ({
  name: filename ?? `adjunto-${index + 1}`,
  mediaType: mimeType,
  bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
});
