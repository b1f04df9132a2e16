import type { MomentPlace } from '@butaca/brand/dates';
import type { LanguageCode } from '@butaca/brand/languages';
import type { QueueDocument } from '@butaca/fair-queue';
import { escapeUTF8 } from 'entities';
import { screenOf } from '../app/room/screen.ts';
import type { Say } from '../app/room/texts.ts';
import { messageOf, titleParts } from '../app/room/title.ts';
import { actions, type View, viewOf } from '../app/room/view.ts';
import { list, paragraph, section, stage } from './markup.ts';

interface Waiting {
  readonly performanceId: number;
  readonly language: LanguageCode;
  readonly document: QueueDocument | null;
  readonly queueHost: string;
  readonly place: MomentPlace;
  readonly t: Say;
}

/** What the page shows before its script has asked anything, with the places that the script fills. */
export function waitingContent({ performanceId, language, document, queueHost, place, t }: Waiting): string {
  const view = firstView({ document, place, t });
  const isOver = view.kind === 'sold_out' || view.kind === 'open';
  const { show, rest } = titleParts(document ?? { title: t('kicker') });
  const message = document ? messageOf(document, language) : '';
  const minutes = Math.round((document?.graceSeconds ?? 0) / 60);
  return `
<main class="room" id="room">
  <div class="now">
    <p class="kicker">${escapeUTF8(t('kicker'))}</p>
    <h1 id="show">${escapeUTF8(show)}</h1>
    <p class="when" id="when"${rest === '' ? ' hidden' : ''}>${escapeUTF8(rest)}</p>
    <p class="connection" id="connection" hidden>${escapeUTF8(t('reconnecting'))}</p>
    ${stage(view, t, actionButtons(view, t))}
    <p class="notice" id="notice" role="alert" hidden></p>
    <noscript><p class="notice">${escapeUTF8(t('noscript'))} <a href="/fila/${performanceId}/simple">${escapeUTF8(t('noscript.link'))}</a></p></noscript>
    ${section({ id: 'message', title: t('message.title'), html: `<p id="message-text">${escapeUTF8(message)}</p>`, isHidden: message === '' })}
    ${section({ id: 'alerts', title: t('alerts.title'), html: alertToggles(t), isHidden: true })}
  </div>
  <aside class="aside">
    ${section({ id: 'how', title: t('how.title'), html: howList(document, minutes, t), isHidden: isOver })}
    ${section({ id: 'prices', title: t('prices.title'), html: paragraph(t('prices.text')), isHidden: isOver })}
    ${section({ id: 'account', title: t('account.title'), html: `<p id="account-text">${escapeUTF8(t('account.text'))}</p><a class="button secondary" id="account-login" href="/login">${escapeUTF8(t('login'))}</a>`, isHidden: true })}
    ${section({ id: 'code', title: t('code.title'), html: codeForm(t), isHidden: true })}
    ${section({ id: 'accessible', title: t('accessible.title'), html: `${paragraph(t('accessible.text'))}<button type="button" class="button secondary" id="do-accessible">${escapeUTF8(t('accessible.use'))}</button>`, isHidden: true })}
    ${drawSection({ performanceId, document, queueHost, t })}
  </aside>
  <p class="visually-hidden" id="status" role="status"></p>
</main>
${turnDialog(t)}
${leaveDialog(t)}`;
}

/** The clock of the page is not set yet, so nothing counts down. */
const firstView = ({ document, place, t }: Pick<Waiting, 'document' | 'place' | 't'>): View =>
  viewOf(screenOf({ document, state: null, activity: 'waiting' }), {
    document,
    t,
    place,
    now: document?.serverNow ?? 0,
    firstPeopleBefore: null,
    turnUntil: null,
  });

const labels = {
  enter: 'enter',
  join: 'joinPlain',
  rejoin: 'join',
  again: 'again',
  login: 'login',
  billboard: 'billboard',
  leave: 'leave',
} as const;

const LINKS: Readonly<Record<string, string>> = { login: '/login', billboard: '/' };

function actionButtons(view: View, t: Say): string {
  const buttons = actions.map((action) => {
    const look = action === 'leave' ? 'quiet' : action === 'billboard' ? 'secondary' : 'primary';
    const attributes = `id="do-${action}" class="button ${look}"${view.actions.includes(action) ? '' : ' hidden'}`;
    const label = escapeUTF8(t(labels[action]));
    const href = LINKS[action];
    return href ? `<a href="${href}" ${attributes}>${label}</a>` : `<button type="button" ${attributes}>${label}</button>`;
  });
  return `<div class="actions">${buttons.join('')}</div>`;
}

const alertToggles = (t: Say): string => `
<div class="toggles">
  <button type="button" class="button toggle" id="alert-sound" aria-pressed="false">${escapeUTF8(t('alerts.sound'))}</button>
  <button type="button" class="button toggle" id="alert-notification" aria-pressed="false">${escapeUTF8(t('alerts.notification'))}</button>
</div>
<p class="small" id="alerts-refused" role="status"></p>`;

function howList(document: QueueDocument | null, minutes: number, t: Say): string {
  const facts = document ? [t('how.turn', { minutes }), t('how.places', { minutes: document.passMinutes })] : [];
  return list([t('how.updates'), t('how.kept'), ...facts]);
}

const codeForm = (t: Say): string => `
<form class="code" id="code-form">
  <label for="code-input">${escapeUTF8(t('code.label'))}</label>
  <div class="field"><input id="code-input" name="code" maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-fault" />
  <button class="button secondary">${escapeUTF8(t('code.use'))}</button></div>
  <p class="fault" id="code-fault" role="alert"></p>
</form>`;

function drawSection({ performanceId, document, queueHost, t }: Pick<Waiting, 'performanceId' | 'document' | 'queueHost' | 't'>): string {
  const proof = `${queueHost}/${performanceId}/prueba.json`;
  return section({
    id: 'draw',
    title: t('draw.title'),
    html: `${paragraph(t('draw.text'))}
<p class="small"><span>${escapeUTF8(t('draw.commitment'))}</span> <code id="commitment">${escapeUTF8(document?.commitment ?? '')}</code></p>
<p class="links"><a href="/fila/${performanceId}/sorteo">${escapeUTF8(t('draw.check'))}</a>
<a id="proof" href="${escapeUTF8(proof)}"${document?.phase === 'closed' ? '' : ' hidden'}>${escapeUTF8(t('draw.proof'))}</a></p>`,
    isHidden: document === null || document.startsAt === null,
  });
}

const turnDialog = (t: Say): string => `
<dialog class="dialog turn" id="turn" aria-labelledby="turn-title" aria-describedby="turn-text">
  <div class="curtain" aria-hidden="true"></div>
  <h2 id="turn-title" tabindex="-1">${escapeUTF8(t('turn.title'))}</h2>
  <p class="count" id="turn-count"><span class="above">${escapeUTF8(t('turn.label'))}</span> <span class="figure" id="turn-figure"></span></p>
  <p id="turn-text"></p>
  <p class="fault" id="turn-fault" role="alert"></p>
  <div class="actions">
    <button type="button" class="button primary" id="turn-enter">${escapeUTF8(t('enter'))}</button>
    <button type="button" class="button quiet" id="turn-later">${escapeUTF8(t('turn.later'))}</button>
  </div>
  <p class="visually-hidden" id="turn-status" role="status"></p>
</dialog>`;

const leaveDialog = (t: Say): string => `
<dialog class="dialog" id="leaving" aria-labelledby="leaving-title" aria-describedby="leaving-text">
  <h2 id="leaving-title">${escapeUTF8(t('leave.title'))}</h2>
  <p id="leaving-text">${escapeUTF8(t('leave.text'))}</p>
  <p class="fault" id="leaving-fault" role="alert"></p>
  <div class="actions">
    <button type="button" class="button primary" id="leaving-no">${escapeUTF8(t('leave.no'))}</button>
    <button type="button" class="button secondary" id="leaving-yes">${escapeUTF8(t('leave.yes'))}</button>
  </div>
</dialog>`;
