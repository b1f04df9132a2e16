import { watchJumps } from '@butaca/browser/server-clock.ts';
import { queryNames } from '@butaca/contract/pages';
import type { JoinRequest, QueueState } from '@butaca/contract/queue';
import { safeNext } from '@butaca/contract/safe-next';
import type { QueueDocument } from '@butaca/fair-queue';
import { alertsOf } from './alerts.ts';
import { askingOf } from './asking.ts';
import { openSession, queueHost } from './host.ts';
import { joiningOf } from './joining.ts';
import { memoryOf } from './memory.ts';
import { byId, paintDocument, paintView, setText, show } from './paint.ts';
import { serverClock } from './room/clock.ts';
import { entrance } from './room/next-url.ts';
import { isWorthless, type Screen, screenOf, type Visit } from './room/screen.ts';
import type { PageSettings } from './room/settings.ts';
import { sayIn } from './room/texts.ts';
import { titleParts } from './room/title.ts';
import { type View, viewOf } from './room/view.ts';
import { speakerOf } from './speaker.ts';
import { openTabs } from './tabs.ts';
import { turnDialog } from './turn-dialog.ts';

const TICK_MS = 1000;

/** The waiting page: joins, asks for the document, and shows where the visitor stands, until they go in or leave. */
export function startWaiting(settings: PageSettings) {
  const { performanceId, language, place, sessionMinutes } = settings;
  const t = sayIn(language, settings.texts);
  const nextUrl = new URLSearchParams(location.search).get(queryNames.next);
  const clock = serverClock();
  const hasJumped = watchJumps();
  const memory = memoryOf(performanceId);
  const host = queueHost(settings);
  const alerts = alertsOf(t);
  const dialog = turnDialog({ t, onEnter: enter });
  const speaker = speakerOf(t, dialog.isOpen);

  let visit: Visit = { document: null, state: null, activity: 'waiting' };
  let screen: Screen = { kind: 'joining' };
  let heardAt = 0;

  const tabs = openTabs(performanceId, {
    hear(message) {
      if (message.kind === 'document') hearDocument(message.document, message.ageMs);
      else if (message.kind === 'state') settle(message.state);
      else if (message.kind === 'left') change({ activity: 'left', state: null });
      else if (tabs.isAsking()) tellDocument();
    },
    // The document of the page may be as old as a cache keeps pages.
    onAsking: () => void asking.ask(),
  });
  const asking = askingOf({
    host,
    isAsking: tabs.isAsking,
    situation: () => ({ document: visit.document, screen, now: clock.now() }),
    onDocument(document) {
      hearDocument(document, 0);
      tellDocument();
    },
    onFailure: react,
  });
  const joining = joiningOf({
    host,
    exclusively: tabs.exclusively,
    onWork: () => change({ activity: 'working' }),
    onState(state) {
      settle(state);
      tabs.tell({ kind: 'state', state });
    },
    onFailure() {
      // The number of before is kept in the cookie, so it is shown as long as nothing else is known.
      const { number } = memory.get();
      change({ activity: 'waiting', state: visit.state ?? (number ? { redirectUrl: '', number } : null) });
    },
  });

  /** Takes what the queue host said about this visitor. */
  function settle(state: QueueState) {
    const isCodeRefused = state.obstacle === 'code';
    setText('code-fault', isCodeRefused ? t('code.invalid') : null);
    const { number } = state;
    if (number) {
      const kept = memory.get().number;
      const isNew = kept?.number !== number.number || kept.lane !== number.lane || kept.epoch !== number.epoch;
      if (isNew) memory.clear();
      memory.keep({ number });
    }
    const keepsNumber = isCodeRefused && visit.state?.number !== undefined;
    change({ activity: 'waiting', ...(keepsNumber ? {} : { state }) });
  }

  function hearDocument(document: QueueDocument, ageMs: number) {
    heardAt = performance.now() - ageMs;
    clock.hear(document.serverNow, ageMs);
    const isBack = asking.heard();
    const known = visit.document;
    // A cache may answer with an older one than we have.
    const isNewer =
      known === null || document.epoch > known.epoch || (document.epoch === known.epoch && document.serverNow >= known.serverNow);
    if (isNewer) change({ document });
    else react();
    if (isBack) speaker.speak(t('reconnected'));
    asking.plan();
  }

  function tellDocument() {
    if (visit.document) tabs.tell({ kind: 'document', document: visit.document, ageMs: performance.now() - heardAt });
  }

  function change(more: Partial<Visit>) {
    visit = { ...visit, ...more };
    react();
  }

  /** Shows what the visit has become, and does what follows from it. */
  function react() {
    const before = screen;
    screen = screenOf(visit);
    const { document, state } = visit;
    if (document && state?.number && isWorthless(state.number, document)) joining.joinAnew();
    if (screen.kind === 'refused' && screen.obstacle === 'closed' && document?.phase === 'active') joining.joinAnew();
    remember();
    if (document) paintDocument(document, settings);
    paint();
    paintAside();
    if (screen.kind !== 'turn') dialog.close();
    else if (before.kind !== 'turn') {
      dialog.open();
      alerts.turn(t('turn.title'));
    }
    speaker.announce({ screen, view: viewNow(), firstPeopleBefore: memory.get().firstPeopleBefore ?? null });
  }

  function remember() {
    const { document, state } = visit;
    if (!document || !state?.number) return;
    const kept = memory.get();
    if (kept.commitment === undefined) memory.keep({ commitment: document.commitment });
    if (screen.kind === 'in_line')
      memory.keep({ firstPeopleBefore: Math.max(kept.firstPeopleBefore ?? 0, screen.peopleBefore), waitingAt: document.serverNow });
    // It was called after this number was last seen waiting: counted from then, the time is never promised too long.
    if (screen.kind === 'turn' && kept.calledAt === undefined) memory.keep({ calledAt: kept.waitingAt ?? document.serverNow });
  }

  function turnUntil(): number | null {
    const { calledAt } = memory.get();
    return visit.document && visit.state?.number && calledAt !== undefined ? calledAt + visit.document.graceSeconds * 1000 : null;
  }

  function viewNow(): View {
    const firstPeopleBefore = memory.get().firstPeopleBefore ?? null;
    return viewOf(screen, { document: visit.document, t, place, now: clock.now(), firstPeopleBefore, turnUntil: turnUntil() });
  }

  function paint() {
    const view = viewNow();
    paintView(view);
    dialog.paint(view);
    show('connection', asking.hasFailed() || joining.hasFailed());
    show('alerts', view.kind === 'in_line' || view.kind === 'before_draw');
    const name = visit.document ? titleParts(visit.document).show : t('kicker');
    const title = view.tab === null ? name : `${view.tab} · ${name}`;
    if (document.title !== title) document.title = title;
  }

  function paintAside() {
    const { document, state } = visit;
    const isWaiting = screen.kind === 'in_line' || screen.kind === 'before_draw';
    const isOver = screen.kind === 'sold_out' || screen.kind === 'open' || screen.kind === 'left';
    const email = openSession(sessionMinutes)?.user.email;
    for (const id of ['how', 'prices', 'account']) show(id, !isOver && screen.kind !== 'refused');
    setText('account-text', email ? t('account.in', { email }) : t('account.text'));
    show('account-login', !email);
    const mayGiveCode = document?.takesCodes === true && state?.number?.lane !== 'priority';
    show('code', mayGiveCode && (isWaiting || screen.kind === 'refused'));
    show('accessible', document?.accessibleLane === true && isWaiting && state?.number?.accessible === false);
  }

  function tick() {
    // A device that slept has missed documents, and where its elapsed time stood still nothing is due yet.
    if (hasJumped() && tabs.isAsking()) void asking.ask();
    if (screen.kind !== 'turn' && screen.kind !== 'before_draw') return;
    paint();
    const until = turnUntil();
    if (screen.kind === 'turn' && until !== null) speaker.turnEndsIn(until - clock.now());
  }

  /** Asks for the turn and goes in; answers what to say when that failed. */
  async function enter(): Promise<string | null> {
    const answer = await host.takeTurn();
    // A room that is over keeps nobody out, whether its host still answers or not.
    const otherwise = screen.kind === 'open' ? (safeNext(nextUrl) ?? '/') : '';
    const redirectUrl = answer.ok ? answer.value.redirectUrl : otherwise;
    const to = redirectUrl === '' ? null : entrance(nextUrl, redirectUrl, location.origin);
    if (to !== null) {
      location.assign(to);
      return null;
    }
    if (answer.ok) void joining.join();
    return answer.ok ? t('turn.notYet') : t('turn.failed');
  }

  async function enterFromPage() {
    const button = byId<HTMLButtonElement>('do-enter');
    button.ariaBusy = 'true';
    const fault = await enter();
    button.ariaBusy = null;
    setText('notice', fault);
  }

  async function leave() {
    const answer = await host.leave();
    setText('leaving-fault', answer.ok ? null : t('leave.failed'));
    if (!answer.ok) return;
    byId<HTMLDialogElement>('leaving').close();
    memory.clear();
    tabs.tell({ kind: 'left' });
    change({ activity: 'left', state: null });
    byId('heading').focus();
  }

  function rejoin(request?: JoinRequest) {
    setText('notice', null);
    // A code or another lane is asked for from the place that one has.
    change({ activity: 'waiting', state: request ? visit.state : null });
    void joining.join(request);
    asking.plan();
  }

  const loginHref = `/login?${new URLSearchParams({ [queryNames.next]: `${location.pathname}${location.search}` })}`;
  for (const id of ['do-login', 'account-login']) byId<HTMLAnchorElement>(id).href = loginHref;
  const onPress = (id: string, work: () => void) => byId(id).addEventListener('click', work);
  onPress('do-enter', () => void enterFromPage());
  onPress('do-join', () => rejoin({}));
  onPress('do-rejoin', () => rejoin());
  onPress('do-again', () => rejoin());
  onPress('do-accessible', () => rejoin({ accessible: true }));
  onPress('do-leave', () => byId<HTMLDialogElement>('leaving').showModal());
  onPress('leaving-no', () => byId<HTMLDialogElement>('leaving').close());
  onPress('leaving-yes', () => void leave());
  byId('code-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const code = byId<HTMLInputElement>('code-input').value.trim();
    if (code !== '') rejoin({ code });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    paintAside();
    asking.wake();
  });
  window.addEventListener('online', () => {
    asking.networkIsBack();
    if (joining.hasFailed()) void joining.join();
  });

  if (settings.document) {
    clock.hear(settings.document.serverNow);
    change({ document: settings.document });
  }
  asking.plan();
  void joining.join();
  setInterval(tick, TICK_MS);
}
