import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import { orderPage } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import { messageIdOf, paragraphsHtml, plainMail } from './plain-mail.ts';
import type { RefundToTell } from './queries-refunds.ts';
import { listed, type Sender, wordsOf } from './sender.ts';

/** Tells a buyer which of their tickets are void, and how much goes back which way. */
export function refundMail(refund: RefundToTell, locale: MoneyLocale, sender: Sender): Mail {
  const { id, purchaseId, number, way, amount, covered, toBalance, ofOtherCard, unproven } = refund;
  const { ticketCount, ticketsLeft, withProducts, showNames, buyer } = refund;
  const t = wordsOf(sender);
  const money = (minorUnits: number) => formatMoney(minorUnits, locale);
  const before = refund.partsBefore.reduce((sum, part) => sum + part, 0);
  // What the provider gave back part by part its buyer hears of together, when the last part voids the tickets.
  const inParts = way === 'elsewhere' && amount > 0 && before > 0;
  const back = (amount === 0 ? covered : amount + ofOtherCard) - unproven;
  const all = amount + toBalance + ofOtherCard - unproven + (inParts ? before : 0);
  const shows = listed(showNames, sender);
  const paragraphs = [
    ticketCount === 0 ? t('refund.products', { shows }) : t('refund.tickets', { count: ticketCount, shows }),
    ...(ticketCount > 0 && withProducts ? [t('refund.withProducts')] : []),
    ...(refund.isCancelled ? [t('refund.cancelled')] : []),
    // A chargeback is told to organisers alone.
    ...(way === 'chargeback' || inParts || (unproven > 0 && back === 0) ? [] : [t(`refund.by.${way}`, { amount: money(back) })]),
    ...(unproven > 0 ? [t('refund.unproven', { amount: money(unproven) })] : []),
    ...(inParts ? [t('refund.parts', { amount: money(all), parts: listed([...refund.partsBefore, amount].map(money), sender) })] : []),
    ...(way === 'elsewhere' && amount > 0 ? [t('refund.itself')] : []),
    ...(covered > 0 && amount > 0 ? [t('refund.covered', { amount: money(covered) })] : []),
    // With the last ticket nothing else will be said of them.
    ...(way === 'provider' && covered === 0 && ticketsLeft === 0 && before > 0 ? [t('refund.covered', { amount: money(before) })] : []),
    ...(way === 'provider' && ofOtherCard > 0 && unproven === 0
      ? [t('refund.twoCards', { first: money(amount), second: money(ofOtherCard) })]
      : []),
    ...(toBalance > 0 ? [t('refund.fromBalance', { amount: money(toBalance) })] : []),
    ...(ticketsLeft > 0 ? [t('refund.left', { count: ticketsLeft })] : []),
    t('orderNumber', { number: formatOrderNumber(number) }),
  ];
  return plainMail(
    buyer,
    {
      name: `tell-of-refund.${id}`,
      subject: all > 0 ? t('refund.subject', { amount: money(all), shows }) : t('refund.subject.void', { shows }),
      paragraphs,
      action: { label: t('seeOrder'), url: `${sender.publicOrigin}${orderPage(purchaseId)}` },
    },
    sender,
  );
}

/** Tells the organisers that a card's bank took a payment back, and what became of its tickets. */
export function chargebackMail(refund: RefundToTell, locale: MoneyLocale, sender: Sender, to: string): Mail {
  const { id, purchaseId, number, reason, amount, toBalance, ofOtherCard, ticketCount, showNames } = refund;
  const t = wordsOf(sender);
  const money = (minorUnits: number) => formatMoney(minorUnits, locale);
  const shows = listed(showNames, sender);
  const paragraphs = [
    t('chargeback.taken', { shows, amount: money(amount), number: formatOrderNumber(number) }),
    `${reason}.`,
    ticketCount === 0 ? t('chargeback.tickets.none') : t('chargeback.tickets', { count: ticketCount }),
    ...(toBalance > 0 ? [t('chargeback.balance', { amount: money(toBalance) })] : []),
    ...(ofOtherCard > 0 ? [t('chargeback.otherCard', { amount: money(ofOtherCard) })] : []),
  ];
  const action = { label: t('chargeback.action'), url: `${sender.publicOrigin}/oficina/operaciones?operacion=${purchaseId}` };
  return {
    to: { name: sender.brandName, address: to },
    subject: t('chargeback.subject', { amount: money(amount), shows }),
    text: [...paragraphs, `${action.label}: ${action.url}`, sender.brandName].join('\n\n'),
    html: mailPage(
      {
        title: t('chargeback.title'),
        body: paragraphsHtml(paragraphs),
        action,
      },
      sender,
    ),
    messageId: messageIdOf(`tell-of-chargeback.${id}`, sender),
  };
}
