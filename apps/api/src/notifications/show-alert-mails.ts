import { alertPage, showPage } from '@butaca/contract/pages';
import type { alertMailOf, ShowNewsMail } from '../customers/index.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import { messageIdOf, paragraphsHtml } from './plain-mail.ts';
import { momentOf, type Sender, wordsOf } from './sender.ts';

type MailedAlert = NonNullable<Awaited<ReturnType<typeof alertMailOf>>>;

/** The mail that asks to confirm an alert about a show, or says that the address has it. */
export function alertMail(alert: MailedAlert, sender: Sender): Mail {
  const { id, email, isConfirmed, askedAt, showName: show, confirmLink, leaveLink, hours } = alert;
  const { brandName, publicOrigin } = sender;
  const t = wordsOf(sender);
  const unsubscribeUrl = `${publicOrigin}${alertPage('leave', leaveLink)}`;
  const { title, paragraphs, action } = isConfirmed
    ? {
        title: t('alert.known', { show }),
        paragraphs: [t('alert.known.text')],
        action: { label: t('alert.leave'), url: unsubscribeUrl },
      }
    : {
        title: t('alert.ask', { show }),
        paragraphs: [t('alert.ask.text', { hours }), t('alert.ask.notYou')],
        action: { label: t('alert.confirm'), url: `${publicOrigin}${alertPage('confirm', confirmLink)}` },
      };
  return {
    to: { name: '', address: email },
    subject: title,
    text: [title, ...paragraphs, `${action.label}: ${action.url}`, brandName].join('\n\n'),
    html: mailPage({ title, body: paragraphsHtml(paragraphs), action }, sender),
    unsubscribeUrl,
    messageId: messageIdOf(`alert.${id}.${askedAt.epochMilliseconds}`, sender),
  };
}

/** Tells who asked for it that a show has places again, or another date. */
export function showNewsMail(
  { id, email, toldAt, news, showName: show, showSeo, venueName: venue, dates, leaveLink }: ShowNewsMail,
  sender: Sender,
): Mail {
  const { brandName, publicOrigin } = sender;
  const t = wordsOf(sender);
  const unsubscribeUrl = `${publicOrigin}${alertPage('leave', leaveLink)}`;
  const title = t(`news.${news}`, { show });
  const when = dates.map(({ startsAt, timeZone }) => momentOf(startsAt, timeZone, sender));
  const lead = t(`news.${news}.text`, { show, venue });
  const hint = t('news.hint');
  const action = { label: t(`news.${news}.action`), url: `${publicOrigin}${showPage(showSeo)}` };
  return {
    to: { name: '', address: email },
    subject: title,
    text: [
      lead,
      when.map((line) => `- ${line}`).join('\n'),
      hint,
      `${action.label}: ${action.url}`,
      t('news.leave.line', { link: unsubscribeUrl }),
      brandName,
    ].join('\n\n'),
    html: mailPage(
      {
        title,
        body:
          paragraphsHtml([lead]) +
          `<ul style="margin:0 0 16px;padding-left:20px">${when.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>` +
          paragraphsHtml([hint]) +
          `<p style="margin:0 0 16px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:inherit">${escapeHtml(t('news.leave'))}</a></p>`,
        action,
      },
      sender,
    ),
    unsubscribeUrl,
    messageId: messageIdOf(`tell-of-show.${news}.${id}.${toldAt?.epochMilliseconds ?? 0}`, sender),
  };
}
