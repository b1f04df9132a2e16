import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import { orderPage } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { RefundToTell } from './queries-refunds.ts';
import type { Sender } from './welcome-mail.ts';

/** How the money goes back; a chargeback is told to organisers alone. */
const ways: Readonly<Record<RefundToTell['way'], (amount: string) => string>> = {
  provider: (amount) =>
    `Te devolvemos ${amount} por el mismo medio con el que pagaste. Según tu banco, puede tardar unos días en aparecer en el resumen.`,
  balance: (amount) => `Tenés ${amount} como saldo en tu cuenta para tu próxima compra.`,
  drawer: (amount) => `Te devolvimos ${amount} en efectivo.`,
  terminal: (amount) => `Te devolvimos ${amount} en la tarjeta con la que pagaste.`,
  nothing: () => 'No costaban nada, así que no hay dinero para devolver.',
  chargeback: () => '',
};

/** Tells a buyer which of their tickets are void, and how much goes back which way. */
export function refundMail(refund: RefundToTell, locale: MoneyLocale, sender: Sender): Mail {
  const { id, purchaseId, number, way, amount, toBalance, ticketCount, ticketsLeft, withProducts, showNames, buyer } = refund;
  const all = amount + toBalance;
  const shows = new Intl.ListFormat(sender.locale).format(showNames);
  const paragraphs = [
    ...(ticketCount === 0 ? [`Anulamos tu compra de productos para ${shows}.`] : []),
    ...(ticketCount === 1 ? [`Anulamos una entrada tuya para ${shows}. Con ella ya no se puede ingresar.`] : []),
    ...(ticketCount > 1 ? [`Anulamos ${ticketCount} entradas tuyas para ${shows}. Con ellas ya no se puede ingresar.`] : []),
    ...(ticketCount > 0 && withProducts ? ['Con ellas se anulan los productos de la compra.'] : []),
    ways[way](formatMoney(amount, locale)),
    ...(toBalance > 0 ? [`Pagaste una parte con tu saldo. ${ways.balance(formatMoney(toBalance, locale))}`] : []),
    ...(ticketsLeft > 0
      ? [ticketsLeft === 1 ? 'Tu otra entrada sigue valiendo.' : `Tus otras ${ticketsLeft} entradas siguen valiendo.`]
      : []),
    `Número de operación: ${formatOrderNumber(number)}`,
  ];
  const link = `${sender.publicOrigin}${orderPage(purchaseId)}`;
  return {
    to: { name: recipientOf(buyer), address: buyer.email },
    subject: all > 0 ? `Te devolvemos ${formatMoney(all, locale)} de ${shows}` : `Anulamos tus entradas para ${shows}`,
    text: [`${greetingOf(buyer.firstName)}:`, ...paragraphs, `Ver mi compra: ${link}`, sender.brandName].join('\n\n'),
    html: mailPage({
      brandName: sender.brandName,
      title: greetingOf(buyer.firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: 'Ver mi compra', url: link },
    }),
    messageId: `<tell-of-refund.${id}@${new URL(sender.publicOrigin).hostname}>`,
  };
}

/** Tells the organisers that a card's bank took a payment back, and what became of its tickets. */
export function chargebackMail(refund: RefundToTell, locale: MoneyLocale, sender: Sender, to: string): Mail {
  const { id, purchaseId, number, amount, toBalance, ticketCount, showNames } = refund;
  const shows = new Intl.ListFormat(sender.locale).format(showNames);
  const paragraphs = [
    `El banco de quien compró entradas para ${shows} nos quitó ${formatMoney(amount, locale)} de la operación ${formatOrderNumber(number)}.`,
    ticketCount === 0 ? 'Sus entradas siguen como estaban.' : `Anulamos ${ticketCount === 1 ? 'una entrada' : `${ticketCount} entradas`}.`,
    ...(toBalance > 0 ? [`La parte que se pagó con saldo, ${formatMoney(toBalance, locale)}, volvió al saldo de su cuenta.`] : []),
  ];
  const link = `${sender.publicOrigin}/oficina/operaciones?operacion=${purchaseId}`;
  return {
    to: { name: sender.brandName, address: to },
    subject: `Contracargo de ${formatMoney(amount, locale)}: ${shows}`,
    text: [...paragraphs, `Ver la operación: ${link}`, sender.brandName].join('\n\n'),
    html: mailPage({
      brandName: sender.brandName,
      title: 'Contracargo',
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: 'Ver la operación', url: link },
    }),
    messageId: `<tell-of-chargeback.${id}@${new URL(sender.publicOrigin).hostname}>`,
  };
}
