import { recoverPasswordPage } from '@butaca/contract';
import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { Newcomer, Sender } from './welcome-mail.ts';

/** Tells a customer that their password is another one now, and what to do if it was not them. */
export const passwordMail = (customer: Newcomer, changeId: string, sender: Sender): Mail =>
  mailAbout(customer, sender, {
    name: `tell-of-password.${changeId}`,
    subject: `Cambió tu contraseña de ${sender.brandName}`,
    paragraphs: [
      `La contraseña de tu cuenta en ${sender.brandName} acaba de cambiar, y cerramos las sesiones abiertas en otros dispositivos.`,
      'Si fuiste vos, no hace falta que hagas nada. Si no, poné otra ahora mismo: te mandamos un código a este correo.',
    ],
    action: { label: 'No fui yo: cambiar la contraseña', path: recoverPasswordPage },
  });

/** Tells the owner of an account that somebody tried to open another one with their address: themselves, or a stranger who learns nothing more. */
export const secondSignUpMail = (customer: Newcomer, signUpId: string, sender: Sender): Mail =>
  mailAbout(customer, sender, {
    name: `tell-of-sign-up.${signUpId}`,
    subject: `Ya tenés una cuenta en ${sender.brandName}`,
    paragraphs: [
      `Alguien quiso crear una cuenta en ${sender.brandName} con este correo, que ya tiene la suya: para entrar usá ${customer.email}.`,
      'Si fuiste vos y no te acordás de la contraseña, podés poner otra. Si no fuiste vos, no hace falta que hagas nada: tu cuenta sigue igual.',
    ],
    action: { label: 'Recuperar mi contraseña', path: recoverPasswordPage },
  });

interface About {
  /** Of this mail and its retries. */
  readonly name: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly path: string };
}

function mailAbout({ firstName, lastName, email }: Newcomer, sender: Sender, { name, subject, paragraphs, action }: About): Mail {
  const { brandName, publicOrigin } = sender;
  const url = `${publicOrigin}${action.path}`;
  return {
    to: { name: recipientOf({ firstName, lastName }), address: email },
    subject,
    text: [`${greetingOf(firstName)}:`, ...paragraphs, `${action.label}: ${url}`, brandName].join('\n\n'),
    html: mailPage({
      brandName,
      title: greetingOf(firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: action.label, url },
    }),
    messageId: `<${name}@${new URL(publicOrigin).hostname}>`,
  };
}
