import { notMePage, recoverPasswordPage } from '@butaca/contract/pages';
import type { NoticeMail, ToldThing } from '../customers/index.ts';
import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import { messageIdOf, paragraphsHtml } from './plain-mail.ts';
import { momentOf, type Sender, wordsOf } from './sender.ts';

/**
 * Tells a customer what was added to their account, with a link for each thing that ends it. Names may have been chosen by an intruder, so they
 * stand between quotes.
 */
export function noticeMail({ things, days, hasPassword, isOpenedByMail, ...person }: NoticeMail, timeZone: string, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { brandName: brand, publicOrigin } = sender;
  const title = greetingOf(person.firstName, sender);
  const lead = t('notice.lead', { brand });
  const items = things.map((thing) => {
    const { kind, name, browser, addedAt, isThere, link } = thing;
    const what = t(isThere ? `notice.${kind}` : 'notice.removedPasskey');
    return {
      what: name === null ? what : t('notice.named', { what, name }),
      when: [momentOf(addedAt, timeZone, sender), browser].filter(Boolean).join(' · '),
      end: endOf(thing, link, sender),
    };
  });
  const isLinked = things.some(({ link }) => link !== null);
  const paragraphs = [
    t('notice.wasYou'),
    ...(isLinked ? [t('notice.links', { days })] : []),
    ...(hasPassword ? [t('notice.password')] : []),
    // A second factor is of staff, whose accounts others open.
    things.some(({ kind }) => kind === 'factor')
      ? t('notice.factor.notYou', { brand })
      : t(isOpenedByMail ? 'notOpened' : 'notOpened.answer', { brand }),
  ];
  const action = isOpenedByMail
    ? { label: t(hasPassword ? 'notice.action' : 'claim.action'), url: `${publicOrigin}${recoverPasswordPage}` }
    : { label: t('code.action', { brand }), url: `${publicOrigin}/` };
  return {
    to: { name: recipientOf(person), address: person.email },
    subject: subjectOf(things, sender),
    text: [
      `${title}:`,
      lead,
      ...items.map(({ what, when, end }) => [`- ${what}`, `  ${when}`, ...(end ? [`  ${end.label}: ${end.url}`] : [])].join('\n')),
      ...paragraphs,
      `${action.label}: ${action.url}`,
      brand,
    ].join('\n\n'),
    html: mailPage(
      {
        title,
        preview: lead,
        body: `${paragraphsHtml([lead])}${items.map(itemHtml).join('')}${paragraphsHtml(paragraphs)}`,
        action,
      },
      sender,
    ),
    messageId: messageIdOf(`tell-of-notices.${things.at(-1)?.id}`, sender),
  };
}

interface Item {
  readonly what: string;
  readonly when: string;
  readonly end: { readonly label: string; readonly url: string } | null;
}

const itemHtml = ({ what, when, end }: Item): string =>
  `<p style="margin:0 0 20px"><strong>${escapeHtml(what)}</strong><br>${escapeHtml(when)}` +
  `${end ? `<br><a href="${escapeHtml(end.url)}" style="color:inherit;font-weight:600">${escapeHtml(end.label)}</a>` : ''}</p>`;

const endOf = ({ kind, isThere }: ToldThing, link: string | null, sender: Sender): Item['end'] =>
  link === null || kind === 'factor'
    ? null
    : {
        label: wordsOf(sender)(isThere ? `notice.end.${kind}` : 'notice.end.removedPasskey'),
        url: `${sender.publicOrigin}${notMePage}#${link}`,
      };

/** Of one thing by its kind; none brings a name that somebody chose. */
function subjectOf([thing, ...others]: readonly ToldThing[], sender: Sender): string {
  const t = wordsOf(sender);
  const brand = sender.brandName;
  return thing && others.every(({ kind }) => kind === thing.kind)
    ? t(`notice.subject.${thing.kind}`, { brand })
    : t('notice.subject.several', { brand });
}
