import type { MomentPlace } from '@butaca/brand/dates';
import type { LanguageCode } from '@butaca/brand/languages';
import { queryNames } from '@butaca/contract/pages';
import type { QueueState } from '@butaca/contract/queue';
import type { QueueDocument } from '@butaca/fair-queue';
import { escapeUTF8 } from 'entities';
import { screenOf } from '../app/room/screen.ts';
import type { Say } from '../app/room/texts.ts';
import { messageOf, titleParts } from '../app/room/title.ts';
import { type Action, viewOf } from '../app/room/view.ts';
import { list, paragraph, section, stage } from './markup.ts';

/** What the buttons of the version without JavaScript send in a form, as the value of `PLAIN_FIELD`. */
export const PLAIN_FIELD = 'accion';
export const plainActions = { join: 'sumar', enter: 'entrar', leave: 'dejar' } as const;

interface Plain {
  readonly performanceId: number;
  readonly language: LanguageCode;
  readonly document: QueueDocument;
  /** Of the visitor's cookie; null for somebody who has no number yet. */
  readonly state: QueueState | null;
  readonly nextUrl: string | null;
  readonly place: MomentPlace;
  readonly t: Say;
}

/** The page for browsers without JavaScript: the same words, with forms for buttons. */
export function plainContent({ performanceId, language, document, state, nextUrl, place, t }: Plain): string {
  const view = viewOf(screenOf({ document, state, activity: 'waiting' }), {
    document,
    t,
    place,
    now: document.serverNow,
    firstPeopleBefore: null,
    turnUntil: null,
    isPlain: true,
  });
  const { show, rest } = titleParts(document);
  const message = messageOf(document, language);
  const here = plainAddress(performanceId, nextUrl);
  const buttons = view.actions.map((action) => plainAction(action, { here, t })).join('');
  const minutes = Math.round(document.graceSeconds / 60);
  return `
<main class="room plain" id="room">
  <div class="now">
    <p class="kicker">${escapeUTF8(t('kicker'))}</p>
    <h1>${escapeUTF8(show)}</h1>
    <p class="when">${escapeUTF8(rest)}</p>
    ${stage({ ...view, progress: null }, t, `<form class="actions" method="post" action="${escapeUTF8(here)}">${buttons}</form>`)}
    ${message === '' ? '' : section({ id: 'message', title: t('message.title'), html: paragraph(message) })}
  </div>
  <aside class="aside">
    ${section({ id: 'how', title: t('how.title'), html: list([t('plain.refresh'), t('how.kept'), t('how.turn', { minutes }), t('how.places', { minutes: document.passMinutes })]) })}
    ${section({ id: 'prices', title: t('prices.title'), html: paragraph(t('prices.text')) })}
  </aside>
</main>`;
}

const plainAddress = (performanceId: number, nextUrl: string | null): string => {
  const query = nextUrl === null ? '' : `?${new URLSearchParams({ [queryNames.next]: nextUrl })}`;
  return `/fila/${performanceId}/simple${query}`;
};

function plainAction(action: Action, { here, t }: { readonly here: string; readonly t: Say }): string {
  const button = (value: string, label: string, look: string) =>
    `<button class="button ${look}" name="${PLAIN_FIELD}" value="${value}">${escapeUTF8(label)}</button>`;
  switch (action) {
    case 'enter':
      return button(plainActions.enter, t('enter'), 'primary');
    case 'leave':
      return button(plainActions.leave, t('leave'), 'quiet');
    case 'login':
      return `<a class="button primary" href="/login?${escapeUTF8(String(new URLSearchParams({ [queryNames.next]: here })))}">${escapeUTF8(t('login'))}</a>`;
    case 'billboard':
      return `<a class="button secondary" href="/">${escapeUTF8(t('billboard'))}</a>`;
    case 'again':
      return button(plainActions.join, t('again'), 'primary');
    default:
      return button(plainActions.join, t('joinPlain'), 'primary');
  }
}
