import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';

interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Shown by the HTML where it names `cid:` and this id. */
export interface MailPicture {
  readonly cid: string;
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly content: Buffer;
}

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  /** Whom an answer reaches, where it is not the sender. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
  readonly pictures?: readonly MailPicture[];
  /** Where a mail program ends the subscription that this mail is about, by one POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The same for every retry of a mail, so that servers and inboxes can drop a second copy. */
  readonly messageId: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

export const withoutAttachments = (mail: Mail): Mail => ({ ...mail, attachments: [] });

/** A mail that was not sent. `message` contains no address, because it is logged and stored with the job. */
export class MailNotSent extends Error {
  readonly address: string;
  /** The server's, or what the network said instead. */
  readonly code: number | string | undefined;
  /** The server's words, which may name somebody; empty when there was no answer. */
  readonly response: string;
  /** The server will not take this mail for this address, now or later. */
  readonly isForGood: boolean;
  /** Another mail, without attachments, may be taken. */
  readonly isTooLarge: boolean;

  constructor(address: string, error: SmtpFailure) {
    const { responseCode, response = '', command = '', code, message = '' } = error;
    const isRefused = responseCode !== undefined && responseCode >= 500 && responseCode <= 599;
    // RFC 5321 §4.2.2 and RFC 3463: 552, or any refusal with 5.3.4.
    const isTooLarge = isRefused && (responseCode === 552 || /^5\d\d[ -]5\.3\.4\b/.test(response));
    const isForGood = isTooLarge || (isRefused && ABOUT_THE_MAIL.includes(command));
    super(said({ responseCode, isForGood, message }), { cause: error });
    this.name = 'MailNotSent';
    this.address = address;
    this.code = responseCode ?? code;
    this.response = response;
    this.isForGood = isForGood;
    this.isTooLarge = isTooLarge;
  }
}

interface Said {
  readonly responseCode: number | undefined;
  readonly isForGood: boolean;
  readonly message: string;
}

function said({ responseCode, isForGood, message }: Said): string {
  if (isForGood) return `the mail server refused the mail with ${responseCode}`;
  return responseCode === undefined ? message : `the mail server answered ${responseCode}`;
}

/** What nodemailer says of a failure: the server's answer, and the command that it answered. */
interface SmtpFailure {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Answers about this mail and its address. Others, to a log-in or a sender, are for whoever runs the server to mend: those are retried. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

const TIMEOUT_MS = 15_000;

/**
 * Mail over SMTP, one connection a mail. A failure is thrown as `MailNotSent`. Addresses with letters like ñ before the @ are only sent to a
 * server that offers SMTPUTF8: any other may take them for something else (RFC 6531 §3.2).
 */
export function smtpMailer({ url, from }: { url: string; from: string | Mail['to'] }): Mailer {
  const smtp = new SMTPTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const transport = createTransport(smtp, { from });
  return {
    send: async ({ unsubscribeUrl, pictures = [], attachments = [], ...mail }) => {
      const { address } = mail.to;
      const headers = {
        'auto-submitted': 'auto-generated',
        ...(unsubscribeUrl && { 'list-unsubscribe': `<${unsubscribeUrl}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
      };
      const message = { ...mail, attachments: [...attachments, ...pictures.map(inline)], headers };
      try {
        if (needsUtf8(address) && !(await offersUtf8(smtp.options))) throw NO_UTF8;
        await transport.sendMail(message);
      } catch (error) {
        throw new MailNotSent(address, error as SmtpFailure);
      }
    },
    close: () => transport.close(),
  };
}

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/** As part of the page, and not in the list of what came with the mail. */
const inline = (picture: MailPicture) => ({
  ...picture,
  filename: `${picture.cid.replace(/@.*/, '')}.${extensions[picture.contentType]}`,
  contentDisposition: 'inline' as const,
});

/** The domain has a form in ASCII, the part before it has none. */
const needsUtf8 = (address: string) => /\P{ASCII}/u.test(address.slice(0, address.lastIndexOf('@')));

/** What a server without SMTPUTF8 is to answer to such an address (RFC 6531 §3.5). */
const NO_UTF8: SmtpFailure = { responseCode: 553, response: '553 5.6.7 SMTPUTF8 is not offered', command: 'RCPT TO' };

function offersUtf8(options: ConstructorParameters<typeof SMTPConnection>[0]): Promise<boolean> {
  const connection = new SMTPConnection(options);
  return new Promise<boolean>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('Connection closed')));
    // The last answer by then is that to EHLO.
    connection.connect(() => resolve(/[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || '')));
  }).finally(() => connection.close());
}
