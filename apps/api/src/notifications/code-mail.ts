import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { Newcomer, Sender } from './welcome-mail.ts';

interface MailedCode extends Newcomer {
  readonly purpose: 'confirm-address' | 'recover-password';
  /** Digits. */
  readonly code: string;
  readonly minutes: number;
}

/** What the code is good for. */
const reasons: Readonly<Record<MailedCode['purpose'], string>> = {
  'confirm-address': 'confirmar que este correo es tuyo',
  'recover-password': 'poner una contraseña nueva',
};

/** The mail with a code to type. */
export function codeMail(
  { id, purpose, firstName, lastName, email, code, minutes }: MailedCode,
  { brandName, publicOrigin }: Sender,
): Mail {
  const paragraphs = [
    `Escribí este código en ${brandName} para ${reasons[purpose]}. Vale ${minutes} minutos y una sola vez.`,
    'Si no lo pediste vos, no hace falta que hagas nada. No se lo des a nadie: nunca te lo vamos a pedir por teléfono ni por mensaje.',
  ];
  return {
    to: { name: recipientOf({ firstName, lastName }), address: email },
    subject: `${code} es tu código de ${brandName}`,
    text: [`${greetingOf(firstName)}:`, code, ...paragraphs, brandName].join('\n\n'),
    html: mailPage({
      brandName,
      title: greetingOf(firstName),
      body: [
        `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${code}</p>`,
        ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
      ].join(''),
      action: { label: `Ir a ${brandName}`, url: `${publicOrigin}/` },
    }),
    messageId: `<mail-code.${id}@${new URL(publicOrigin).hostname}>`,
  };
}
