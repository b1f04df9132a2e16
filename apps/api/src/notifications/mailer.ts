import { createTransport } from 'nodemailer';

interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
  /** The same for every retry of a mail, so that servers and inboxes can drop a second copy. */
  readonly messageId: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Mail over SMTP, one connection a mail; a failure is thrown, and the queue tries again later. */
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
    send: async (mail) => {
      await transport.sendMail({ ...mail, attachments: [...(mail.attachments ?? [])], headers: { 'auto-submitted': 'auto-generated' } });
    },
    close: () => transport.close(),
  };
}
