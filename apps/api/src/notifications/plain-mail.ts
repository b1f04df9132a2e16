import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { Sender } from './sender.ts';

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

interface Letter {
  /** Of this mail and its retries. */
  readonly name: string;
  readonly subject: string;
  /** What stands out above the text. */
  readonly code?: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** The line of the plain text that brings the action's address, where it is not its label and the address. */
  readonly linkLine?: string;
}

/** A mail of some sentences and one button, to somebody by name. */
export function plainMail(person: Person, { name, subject, code, paragraphs, action, linkLine }: Letter, sender: Sender): Mail {
  const title = greetingOf(person.firstName, sender);
  const written = code === undefined ? '' : `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${code}</p>`;
  return {
    to: { name: recipientOf(person), address: person.email },
    subject,
    text: [
      `${title}:`,
      ...(code === undefined ? [] : [code]),
      ...paragraphs,
      linkLine ?? `${action.label}: ${action.url}`,
      sender.brandName,
    ].join('\n\n'),
    html: mailPage(
      {
        title,
        body: `${written}${paragraphsHtml(paragraphs)}`,
        action,
      },
      sender,
    ),
    messageId: messageIdOf(name, sender),
  };
}

export const paragraphsHtml = (paragraphs: readonly string[]): string =>
  paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('');

export const messageIdOf = (name: string, { publicOrigin }: Pick<Sender, 'publicOrigin'>): string =>
  `<${name}@${new URL(publicOrigin).hostname}>`;
