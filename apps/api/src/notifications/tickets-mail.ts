import { orderPage } from '@butaca/contract';
import { calendarOf, placesOf } from '@butaca/contract/calendar';
import type { Poster, Posters } from '../catalogue/index.ts';
import { type AddressedOrder, type DocumentBrand, fileWord, partOf } from '../orders/index.ts';
import { textsOf } from '../texts/index.ts';
import { recipientOf } from './greeting.ts';
import { escapeHtml, ink, line, mailPage, sans, serif, soft } from './mail-page.ts';
import type { Mail, MailPicture } from './mailer.ts';
import { languageOf, type Sender, wordsOf } from './sender.ts';
import { type EveningWords, isCollected, type TicketsBefore, type TicketsWords, ticketsWords } from './tickets-words.ts';

/** What the mail shows beside its words. */
export interface TicketPictures {
  readonly posters: Posters;
  /** The QR of each ticket that is to be shown, as a PNG, by the ticket's id. */
  readonly codes: ReadonlyMap<string, Buffer>;
}

interface Contents {
  readonly sender: Sender;
  readonly brand: DocumentBrand;
  readonly cardName: (brand: string) => string;
  /** Null when the tickets are collected, too many, or too large for the mail server. */
  readonly pdf: Buffer | null;
  readonly pictures: TicketPictures;
  /** Sent once more by hand, under this name. */
  readonly copy?: string | undefined;
  readonly before?: TicketsBefore;
}

/** The mail of a paid order: posters, dates and venues, places with their codes, prices, the way there, and tickets and calendar as attachments. */
export function ticketsMail(order: AddressedOrder, { sender, brand, cardName, pdf, pictures, copy, before = null }: Contents): Mail {
  const words = ticketsWords(order, { sender, brand, cardName, isAttached: pdf !== null, before });
  const link = `${sender.publicOrigin}${orderPage(order.id)}`;
  const name = fileWord(words.evenings[0]?.showName ?? '') || 'funcion';
  return {
    to: { name: recipientOf(order.buyer), address: order.buyer.email },
    subject: words.subject,
    text: textOf(words, link, sender),
    html: mailPage(
      {
        title: words.greeting,
        preview: [words.evenings[0]?.date, words.evenings[0]?.venueName].filter(Boolean).join(' · '),
        body: bodyOf(words, pictures, sender),
        action: { label: words.action, url: link },
      },
      sender,
    ),
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
    pictures: picturesOf(words, pictures),
    messageId: `<send-tickets.${order.id}${copy === undefined ? '' : `.${copy}`}@${new URL(sender.publicOrigin).hostname}>`,
  };
}

const posterId = ({ hash }: Poster) => `poster-${hash}@butaca`;
const codeId = (number: string | null) => `${number}@butaca`;

/** Those that the body shows; the poster of two evenings of a show is one. */
function picturesOf({ evenings }: TicketsWords, { posters, codes }: TicketPictures): MailPicture[] {
  const shown = new Map<string, MailPicture>();
  for (const { performanceId, places } of evenings) {
    const poster = posters.get(performanceId);
    if (poster) shown.set(posterId(poster), { cid: posterId(poster), contentType: 'image/jpeg', content: Buffer.from(poster.jpeg) });
    for (const { ticketId, number } of places) {
      const content = codes.get(ticketId);
      if (content) shown.set(codeId(number), { cid: codeId(number), contentType: 'image/png', content });
    }
  }
  return [...shown.values()];
}

/** Stamped with the time of payment, or of the last change, so that every copy of the mail has the same file. */
const calendarFile = (order: AddressedOrder, page: string, sender: Sender): string => {
  const { tickets: t } = textsOf(languageOf(sender));
  return calendarOf(
    partOf(order, 1).performances.map((performance) => ({
      ...performance,
      startsAt: performance.startsAt.epochMilliseconds,
      changedAt: performance.changedAt?.epochMilliseconds,
      places: placesOf(order.tickets, performance.id, { row: t('row'), seat: t('seat') }),
    })),
    { calendarId: order.id, page, stampedAt: order.paidAt.epochMilliseconds },
  );
};

function textOf(words: TicketsWords, link: string, sender: Sender): string {
  const { greeting, opening, evenings, more, names, charges, total, payment, atTheDoor, wayTitle, ways, action } = words;
  const { tickets: t } = textsOf(languageOf(sender));
  const withNumber = (number: string | null) => (number === null ? '' : ` · ${t('number')} ${number}`);
  return [
    `${greeting}:`,
    opening,
    ...evenings.map(({ showName, date, movedFrom, venueName, venueAddress, places, products }) =>
      [
        showName,
        date,
        ...(movedFrom === null ? [] : [movedFrom]),
        [venueName, venueAddress].filter(Boolean).join(', '),
        ...places.map(({ place, priceType, price, number }) => `- ${place} (${priceType}): ${price}${withNumber(number)}`),
        ...products.map(({ product, handover, price }) => `- ${product} (${handover}): ${price}`),
      ].join('\n'),
    ),
    ...(more === null ? [] : [more]),
    ...(names === null ? [] : [names]),
    [...[...charges, total].map(({ label, amount }) => `${label}: ${amount}`), ...payment].join('\n'),
    `${atTheDoor.title}: ${atTheDoor.text}`,
    ...ways.map(({ venueName, lines, map }) =>
      [`${wayTitle}: ${venueName}`, ...lines, ...(map ? [`${map.label}: ${map.url}`] : [])].join('\n'),
    ),
    `${action}: ${link}`,
    sender.brandName,
  ].join('\n\n');
}

function bodyOf(words: TicketsWords, pictures: TicketPictures, sender: Sender): string {
  const { opening, evenings, more, names, atTheDoor, wayTitle, ways } = words;
  return [
    `<p style="margin:0 0 24px">${escapeHtml(opening)}</p>`,
    ...evenings.map((evening) => eveningHtml(evening, pictures, sender)),
    ...[more, names].flatMap((text) => (text === null ? [] : [`<p style="margin:0 0 24px">${escapeHtml(text)}</p>`])),
    costHtml(words),
    headingHtml(atTheDoor.title),
    `<p style="margin:0 0 24px">${escapeHtml(atTheDoor.text)}</p>`,
    ...(ways.length > 0 ? [headingHtml(wayTitle)] : []),
    ...ways.map(wayHtml),
  ].join('\n');
}

const headingHtml = (text: string) => `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(text)}</p>`;

const border = `border-top:1px solid ${line}`;
const plain = `font:400 15px/1.45 ${sans};color:${ink}`;

function eveningHtml(evening: EveningWords, { posters, codes }: TicketPictures, sender: Sender): string {
  const { performanceId, showName, date, movedFrom, venueName, venueAddress, places, products } = evening;
  const poster = posters.get(performanceId);
  const tickets = places.map(({ ticketId, place, priceType, price, number }) => {
    const row = rowHtml({ what: place, note: priceType, price });
    return number !== null && codes.has(ticketId) ? `${row}${codeHtml(number, sender)}` : row;
  });
  const rest = products.map(({ product, handover, price }) => rowHtml({ what: product, note: handover, price }));
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
<tr>${poster ? `<td class="beside" valign="top" width="120" style="padding:0 16px 0 0">${posterHtml(poster)}</td>` : ''}<td class="beside" valign="top">
<p class="ink" style="margin:0 0 6px;font:400 24px/1.25 ${serif};color:${ink}">${escapeHtml(showName)}</p>
<p class="ink" style="margin:0 0 6px;font:italic 400 17px/1.4 ${serif};color:${ink}">${escapeHtml(date)}</p>
${movedFrom === null ? '' : `<p class="soft" style="margin:0 0 6px;font:400 15px/1.4 ${sans};color:${soft}">${escapeHtml(movedFrom)}</p>`}
<p class="soft" style="margin:0;font:400 15px/1.45 ${sans};color:${soft}"><strong class="ink" style="color:${ink}">${escapeHtml(venueName)}</strong>${venueAddress ? `<br>${escapeHtml(venueAddress)}` : ''}</p>
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${[...tickets, ...rest].join('')}
</table>`;
}

const posterHtml = (poster: Poster) =>
  `<img src="cid:${posterId(poster)}" width="120" alt="${escapeHtml(poster.alt)}" style="display:block;width:120px;height:auto;border:0;border-radius:6px">`;

const rowHtml = ({ what, note, price }: { what: string; note: string; price: string }) => `
<tr><td class="ink line" style="padding:10px 12px 10px 0;${border};${plain}">${escapeHtml(what)}<br><span class="soft" style="font-size:13px;color:${soft}">${escapeHtml(note)}</span></td>
<td class="ink line" align="right" valign="top" style="padding:10px 0;${border};${plain};white-space:nowrap">${escapeHtml(price)}</td></tr>`;

/** On white in dark mode too, as scanners need it; four pixels of a screen for each square. */
function codeHtml(number: string, sender: Sender): string {
  const { tickets: t } = textsOf(languageOf(sender));
  return `
<tr><td colspan="2" style="padding:0 0 16px"><img src="cid:${codeId(number)}" width="212" height="212" alt="${escapeHtml(t('code.alt', { number }))}" style="display:block;width:212px;height:212px;border:0;background:#ffffff;font:400 13px/1.4 ${sans};color:${ink}">
<p class="soft" style="margin:6px 0 0;font:400 13px/1.4 ${sans};color:${soft}">${escapeHtml(t('number'))} <strong class="ink" style="font:600 15px/1.4 Menlo,Consolas,monospace;color:${ink}">${escapeHtml(number)}</strong></p></td></tr>`;
}

function costHtml({ charges, total, payment }: TicketsWords): string {
  const rows = charges.map(
    ({ label, amount }) => `
<tr><td class="ink" style="padding:3px 12px 3px 0;${plain}">${escapeHtml(label)}</td><td class="ink" align="right" valign="top" style="padding:3px 0;${plain};white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
  );
  const strong = `padding:8px 0 3px;font:600 16px/1.45 ${sans};color:${ink}`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 6px">${rows.join('')}
<tr><td class="ink line" style="${border};${strong}">${escapeHtml(total.label)}</td><td class="ink line" align="right" valign="top" style="${border};${strong};white-space:nowrap">${escapeHtml(total.amount)}</td></tr>
</table>
<p class="soft" style="margin:0 0 24px;font-size:13px;color:${soft}">${payment.map(escapeHtml).join('<br>')}</p>`;
}

const wayHtml = ({ venueName, lines, map }: TicketsWords['ways'][number]) =>
  `<p style="margin:0 0 24px">${[venueName, ...lines].map(escapeHtml).join('<br>')}${map ? `<br><a class="ink" href="${escapeHtml(map.url)}" style="color:${ink}">${escapeHtml(map.label)}</a>` : ''}</p>`;
