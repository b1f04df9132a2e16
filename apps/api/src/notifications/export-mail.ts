import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { Newcomer, Sender } from './welcome-mail.ts';

/** The mail that says where the file with somebody's data is. It brings no data: the page asks for the session. */
export function exportMail({ id, firstName, lastName, email }: Newcomer, { brandName, publicOrigin }: Sender): Mail {
  const link = `${publicOrigin}/myPrivacy`;
  const paragraphs = [
    `Ya podés descargar el archivo con todo lo que ${brandName} guarda sobre vos. Está en tu cuenta durante siete días; después se borra.`,
    'Si no lo pediste vos, alguien entró en tu cuenta: cambiá tu contraseña.',
  ];
  return {
    to: { name: recipientOf({ firstName, lastName }), address: email },
    subject: `Tus datos de ${brandName} están listos`,
    text: [`${greetingOf(firstName)}:`, ...paragraphs, `Descargalos acá: ${link}`, brandName].join('\n\n'),
    html: mailPage({
      brandName,
      title: greetingOf(firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: 'Descargar mis datos', url: link },
    }),
    messageId: `<tell-of-export.${id}@${new URL(publicOrigin).hostname}>`,
  };
}
