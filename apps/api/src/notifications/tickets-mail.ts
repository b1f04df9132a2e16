import { orderPage } from '@butaca/contract';
import { calendarOf, placesOf } from '@butaca/contract/calendar';
import { type AddressedOrder, type DocumentBrand, fileWord, partOf } from '../orders/index.ts';
import { textsOf } from '../texts/index.ts';
import { recipientOf } from './greeting.ts';
import { escapeHtml, ink, line, mailPage, sans, serif, soft } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import { languageOf, type Sender, wordsOf } from './sender.ts';
import { type EveningWords, isCollected, type TicketsBefore, type TicketsWords, ticketsWords } from './tickets-words.ts';

interface Contents {
  readonly sender: Sender;
  readonly brand: DocumentBrand;
  readonly cardName: (brand: string) => string;
  /** Null when the tickets are collected, too many, or too large for the mail server. */
  readonly pdf: Buffer | null;
  /** Sent once more by hand, under this name. */
  readonly copy?: string | undefined;
  readonly before?: TicketsBefore;
}

/** The mail of a paid order: dates and venues, places, prices, instructions for the door, and tickets and calendar as attachments. */
export function ticketsMail(order: AddressedOrder, { sender, brand, cardName, pdf, copy, before = null }: Contents): Mail {
  const words = ticketsWords(order, { sender, brand, cardName, isAttached: pdf !== null, before });
  const link = `${sender.publicOrigin}${orderPage(order.id)}`;
  const name = fileWord(words.evenings[0]?.showName ?? '') || 'funcion';
  return {
    to: { name: recipientOf(order.buyer), address: order.buyer.email },
    subject: words.subject,
    text: textOf(words, link, sender.brandName),
    html: mailPage({
      brandName: sender.brandName,
      language: languageOf(sender),
      title: words.greeting,
      preview: [words.evenings[0]?.date, words.evenings[0]?.venueName].filter(Boolean).join(' · '),
      body: bodyOf(words),
      action: { label: words.action, url: link },
    }),
    attachments: [
      ...(pdf && !isCollected(order)
        ? [{ filename: `${wordsOf(sender)('tickets.file')}-${name}.pdf`, contentType: 'application/pdf', content: pdf }]
        : []),
      {
        filename: `${name}.ics`,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: Buffer.from(calendarFile(order, link, sender)),
      },
    ],
    messageId: `<send-tickets.${order.id}${copy === undefined ? '' : `.${copy}`}@${new URL(sender.publicOrigin).hostname}>`,
  };
}

/** Stamped with the time of payment, so that every copy of the mail has the same file. */
const calendarFile = (order: AddressedOrder, page: string, sender: Sender): string => {
  const { tickets: t } = textsOf(languageOf(sender));
  return calendarOf(
    partOf(order, 1).performances.map((performance) => ({
      ...performance,
      startsAt: performance.startsAt.epochMilliseconds,
      places: placesOf(order.tickets, performance.id, { row: t('row'), seat: t('seat') }),
    })),
    { calendarId: order.id, page, stampedAt: order.paidAt.epochMilliseconds },
  );
};

function textOf(
  { greeting, opening, evenings, more, names, payment, atTheDoor, action }: TicketsWords,
  link: string,
  brandName: string,
): string {
  return [
    `${greeting}:`,
    opening,
    ...evenings.map(({ showName, date, venueName, venueAddress, places, products }) =>
      [
        showName,
        date,
        [venueName, venueAddress].filter(Boolean).join(', '),
        ...places.map(({ place, priceType, price }) => `- ${place} (${priceType}): ${price}`),
        ...products.map(({ product, handover, price }) => `- ${product} (${handover}): ${price}`),
      ].join('\n'),
    ),
    ...(more === null ? [] : [more]),
    ...(names === null ? [] : [names]),
    payment.join('\n'),
    `${atTheDoor.title}: ${atTheDoor.text}`,
    `${action}: ${link}`,
    brandName,
  ].join('\n\n');
}

function bodyOf({ opening, evenings, more, names, payment: [total = '', ...details], atTheDoor }: TicketsWords): string {
  return [
    `<p style="margin:0 0 24px">${escapeHtml(opening)}</p>`,
    ...evenings.map(eveningHtml),
    ...[more, names].flatMap((text) => (text === null ? [] : [`<p style="margin:0 0 24px">${escapeHtml(text)}</p>`])),
    `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(total)}</p>`,
    `<p class="soft" style="margin:0 0 24px;font-size:13px;color:${soft}">${details.map(escapeHtml).join('<br>')}</p>`,
    `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(atTheDoor.title)}</p>`,
    `<p style="margin:0 0 24px">${escapeHtml(atTheDoor.text)}</p>`,
  ].join('\n');
}

function eveningHtml({ showName, date, venueName, venueAddress, places, products }: EveningWords): string {
  const border = `border-top:1px solid ${line}`;
  const lines = [
    ...places.map(({ place, priceType, price }) => ({ what: place, note: priceType, price })),
    ...products.map(({ product, handover, price }) => ({ what: product, note: handover, price })),
  ];
  const rows = lines.map(
    ({ what, note, price }) => `
<tr><td class="ink line" style="padding:10px 12px 10px 0;${border};font:400 15px/1.45 ${sans};color:${ink}">${escapeHtml(what)}<br><span class="soft" style="font-size:13px;color:${soft}">${escapeHtml(note)}</span></td>
<td class="ink line" align="right" valign="top" style="padding:10px 0;${border};font:400 15px/1.45 ${sans};color:${ink};white-space:nowrap">${escapeHtml(price)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">
<tr><td class="ink" colspan="2" style="padding:0 0 6px;font:400 24px/1.25 ${serif};color:${ink}">${escapeHtml(showName)}</td></tr>
<tr><td class="ink" colspan="2" style="padding:0 0 6px;font:italic 400 17px/1.4 ${serif};color:${ink}">${escapeHtml(date)}</td></tr>
<tr><td class="soft" colspan="2" style="padding:0 0 14px;font:400 15px/1.45 ${sans};color:${soft}"><strong class="ink" style="color:${ink}">${escapeHtml(venueName)}</strong>${venueAddress ? `<br>${escapeHtml(venueAddress)}` : ''}</td></tr>${rows.join('')}
</table>`;
}
