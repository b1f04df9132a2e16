import { sandboxPorts } from './ports.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
}

/** What the outside world received for an address, the newest first; `origin` is the product's. */
export async function mailsTo(address: string, origin: string): Promise<readonly ReceivedMail[]> {
  const { page } = sandboxPorts(Number(new URL(origin).port));
  const { mails } = (await (await fetch(`http://127.0.0.1:${page}/mail.json`)).json()) as { mails: ReceivedMail[] };
  return mails.filter(({ to }) => to.includes(address));
}
