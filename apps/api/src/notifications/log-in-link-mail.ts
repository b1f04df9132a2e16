import { logInLinkPage } from '@butaca/contract/pages';
import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { Newcomer, Sender } from './welcome-mail.ts';

interface MailedLink extends Newcomer {
  readonly link: string;
  readonly minutes: number;
}

/**
 * The mail with a link that logs in. The link's text stands behind `#`, so it reaches neither logs nor other sites, and a scanner that
 * opens the page uses nothing up: the page asks for a click.
 */
export function logInLinkMail({ id, firstName, lastName, email, link, minutes }: MailedLink, { brandName, publicOrigin }: Sender): Mail {
  const url = `${publicOrigin}${logInLinkPage}#${link}`;
  const paragraphs = [
    `Abrí este enlace en el mismo navegador en el que lo pediste. Vale ${minutes} minutos y una sola vez.`,
    'Si no lo pediste vos, no hace falta que hagas nada: el enlace no le sirve a nadie más. No lo reenvíes.',
  ];
  return {
    to: { name: recipientOf({ firstName, lastName }), address: email },
    subject: `Tu enlace para ingresar a ${brandName}`,
    text: [`${greetingOf(firstName)}:`, ...paragraphs, url, brandName].join('\n\n'),
    html: mailPage({
      brandName,
      title: greetingOf(firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: 'Ingresar', url },
    }),
    messageId: `<log-in-link.${id}@${new URL(publicOrigin).hostname}>`,
  };
}
