import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';

export interface Sender {
  readonly brandName: string;
  /** Where the links of mails lead, without a closing slash. */
  readonly publicOrigin: string;
  /** How dates are written, like `es-AR`. */
  readonly locale: string;
}

export interface Newcomer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The mail after a sign-up (Spanish, like every visible text of this deployment). */
export function welcomeMail({ id, firstName, lastName, email }: Newcomer, { brandName, publicOrigin }: Sender): Mail {
  const link = `${publicOrigin}/`;
  const paragraphs = [
    `Tu cuenta en ${brandName} ya está lista. La próxima vez que quieras comprar entradas, ingresá con ${email}.`,
    'Si no fuiste vos quien creó esta cuenta, respondé este correo y la damos de baja.',
  ];
  return {
    to: { name: recipientOf({ firstName, lastName }), address: email },
    subject: `Te damos la bienvenida a ${brandName}`,
    text: [`${greetingOf(firstName)}:`, ...paragraphs, `Mirá la cartelera: ${link}`, brandName].join('\n\n'),
    html: mailPage({
      brandName,
      title: greetingOf(firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: 'Ver la cartelera', url: link },
    }),
    messageId: `<welcome-customer.${id}@${new URL(publicOrigin).hostname}>`,
  };
}
