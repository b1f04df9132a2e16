import { createTransport } from 'nodemailer';

interface Attachment {
  readonly filename: string;
  readonly contentType: string;
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

/** The server will not take this mail for this address, now or later. */
export class MailRefused extends Error {
  /** Another mail, without attachments, may be taken. */
  readonly isTooLarge: boolean;

  constructor(code: number, { isTooLarge }: { isTooLarge: boolean }) {
    super(`the mail server refused the mail with ${code}`);
    this.isTooLarge = isTooLarge;
  }
}

/** What nodemailer says of a failure: the server's answer, and the command that it answered. */
interface SmtpFailure {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** Answers about this mail and its address. Others, to a log-in or a sender, are for whoever runs the server to mend: those are retried. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** RFC 5321 §4.2.2 and RFC 3463: 552, or any refusal with 5.3.4. */
function refusalOf({ responseCode: code = 0, response = '', command = '' }: SmtpFailure): MailRefused | null {
  if (code < 500 || code > 599) return null;
  const isTooLarge = code === 552 || /^5\d\d[ -]5\.3\.4\b/.test(response);
  return isTooLarge || ABOUT_THE_MAIL.includes(command) ? new MailRefused(code, { isTooLarge }) : null;
}

const TIMEOUT_MS = 15_000;

/** Mail over SMTP, one connection a mail. A failure is thrown, and the queue tries again later, unless it is `MailRefused`. */
export function smtpMailer({ url, from }: { url: string; from: string | Mail['to'] }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async ({ unsubscribeUrl, ...mail }) => {
      const headers = {
        'auto-submitted': 'auto-generated',
        ...(unsubscribeUrl && { 'list-unsubscribe': `<${unsubscribeUrl}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
      };
      const message = { ...mail, attachments: [...(mail.attachments ?? [])], headers };
      await transport.sendMail(message).catch((error: SmtpFailure) => {
        throw refusalOf(error) ?? error;
      });
    },
    close: () => transport.close(),
  };
}
