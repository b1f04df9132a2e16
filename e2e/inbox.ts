import { sandboxPorts } from './config.ts';
import { expect } from './fixtures.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly mediaType: string; readonly size: number }[];
}

/** What the outside world received for an address, the newest first; of another product's sandbox when its ports are given. */
export async function mailsTo(address: string, { page } = sandboxPorts()): Promise<readonly ReceivedMail[]> {
  const { mails } = (await (await fetch(`http://127.0.0.1:${page}/mail.json`)).json()) as { mails: ReceivedMail[] };
  return mails.filter(({ to }) => to.includes(address));
}

/** The code of so many digits that was mailed to an address, once it has come. */
export async function codeMailedTo(address: string, digits: 6 | 8, ports = sandboxPorts()): Promise<string> {
  const subject = new RegExp(`^(\\d{${digits}}) es tu código`);
  const code = async () => (await mailsTo(address, ports)).flatMap((mail) => subject.exec(mail.subject)?.[1] ?? [])[0] ?? '';
  await expect.poll(code).not.toBe('');
  return code();
}

/** The code that a host of the brand was given to mail to an address, once it has come. */
export async function codeHandedTo(address: string, { page } = sandboxPorts()): Promise<string> {
  const code = async () => {
    const { codes } = (await (await fetch(`http://127.0.0.1:${page}/mail-validation/control`)).json()) as {
      codes: { email: string; code: string }[];
    };
    return codes.find(({ email }) => email === address)?.code ?? '';
  };
  await expect.poll(code).not.toBe('');
  return code();
}
