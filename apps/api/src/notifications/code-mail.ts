import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { Newcomer, Sender } from './welcome-mail.ts';

interface MailedCode extends Newcomer {
  /** Digits. */
  readonly code: string;
  readonly minutes: number;
  readonly purpose: 'confirm-address' | 'recover-password' | 'erase-account';
}

/** What the code is for, after "Escribí este código en Butaca". */
const uses: Readonly<Record<MailedCode['purpose'], string>> = {
  'confirm-address': 'para confirmar que este correo es tuyo',
  'recover-password': 'para poner una contraseña nueva',
  'erase-account': 'para eliminar tu cuenta. Después no se puede recuperar',
};

/** The mail with a code, and what it is for. */
export function codeMail(
  { id, firstName, lastName, email, code, minutes, purpose }: MailedCode,
  { brandName, publicOrigin }: Sender,
): Mail {
  const paragraphs = [
    `Escribí este código en ${brandName} ${uses[purpose]}. Vale ${minutes} minutos y una sola vez.`,
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
