import { paymentPage } from '@butaca/contract';
import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { LatePerformance, LatePurchase } from './queries.ts';
import type { Sender } from './welcome-mail.ts';

/** Tells a buyer whose places were gone when the money came that equal ones are held, until when, and how to answer. */
export function offerMail(purchase: LatePurchase, until: Temporal.Instant, sender: Sender): Mail {
  const offered = purchase.performances.filter(({ isOffered }) => isOffered);
  const end = momentOf(until, offered[0]?.timeZone ?? 'UTC', sender);
  return mailAbout(purchase, sender, {
    name: `tell-of-offer.${purchase.id}`,
    subject: `Te guardamos otros lugares para ${showsOf(offered, sender)}`,
    paragraphs: [
      `Tu pago se aprobó cuando los lugares que elegiste para ${eveningsOf(offered, sender)} ya no estaban.`,
      `Te guardamos otros iguales, del mismo sector y al mismo precio, hasta el ${end} (hora del lugar de la función).`,
      'Si los querés, aceptalos y tu compra queda lista: no pagás nada más. Si no, te devolvemos todo el dinero. Si no nos decís nada hasta entonces, también te lo devolvemos.',
    ],
    action: 'Ver los lugares',
  });
}

/** Tells a buyer that the payment with this reference is returned in full; another payment may have paid for the purchase. */
export function returnMail(purchase: LatePurchase, reference: string, sender: Sender): Mail {
  const { performances, isPaid } = purchase;
  const evenings = eveningsOf(performances, sender);
  return mailAbout(purchase, sender, {
    name: `tell-of-return.${reference}`,
    subject: `Te devolvemos el dinero de ${showsOf(performances, sender)}`,
    paragraphs: [
      isPaid
        ? `Un pago tuyo para ${evenings} se aprobó tarde, cuando ya habías pagado. Tu compra sigue igual.`
        : `Un pago tuyo para ${evenings} se aprobó tarde y no quedó en una compra.`,
      'Te devolvemos el pago completo. Según tu banco, puede tardar unos días en aparecer en el resumen.',
    ],
    action: 'Ver cómo está el pago',
  });
}

type Locale = Pick<Sender, 'locale'>;

const listed = (items: Iterable<string>, { locale }: Locale) => new Intl.ListFormat(locale).format(new Set(items));

const showsOf = (performances: readonly LatePerformance[], sender: Locale): string =>
  listed(
    performances.map(({ showName }) => showName),
    sender,
  );

/** `Hamlet (viernes, 4 de diciembre, 20:30)`, each by its venue's clock. */
const eveningsOf = (performances: readonly LatePerformance[], sender: Locale): string =>
  listed(
    performances.map(({ showName, startsAt, timeZone }) => `${showName} (${momentOf(startsAt, timeZone, sender)})`),
    sender,
  );

const momentOf = (moment: Temporal.Instant, timeZone: string, { locale }: Locale): string =>
  moment.toZonedDateTimeISO(timeZone).toLocaleString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

interface Contents {
  /** The same for every retry of a mail. */
  readonly name: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: string;
}

function mailAbout(
  { id, firstName, lastName, email }: LatePurchase,
  { brandName, publicOrigin }: Sender,
  { name, subject, paragraphs, action }: Contents,
): Mail {
  const link = `${publicOrigin}${paymentPage(id)}`;
  return {
    to: { name: recipientOf({ firstName, lastName }), address: email },
    subject,
    text: [`${greetingOf(firstName)}:`, ...paragraphs, `${action}: ${link}`, brandName].join('\n\n'),
    html: mailPage({
      brandName,
      title: greetingOf(firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: action, url: link },
    }),
    messageId: `<${name}@${new URL(publicOrigin).hostname}>`,
  };
}
