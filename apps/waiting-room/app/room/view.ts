import { type MomentPlace, momentText, timeText } from '@butaca/brand/dates';
import type { QueueDocument } from '@butaca/fair-queue';
import { countdownText } from './clock.ts';
import { type InLine, progressOf, type Screen } from './screen.ts';
import type { Say } from './texts.ts';
import { waitText } from './wait-text.ts';

export const actions = ['enter', 'join', 'rejoin', 'again', 'login', 'billboard', 'leave'] as const;
export type Action = (typeof actions)[number];

/** What a screen says, in reading order; the page fills its places with it, and the version without JavaScript is written from it. */
export interface View {
  readonly kind: Screen['kind'];
  /** Before the show's name in the browser's tab. */
  readonly tab: string | null;
  readonly above: string | null;
  readonly figure: string | null;
  readonly below: string | null;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly progress: { readonly percent: number; readonly text: string } | null;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly actions: readonly Action[];
}

export interface ViewContext {
  readonly document: QueueDocument | null;
  readonly t: Say;
  readonly place: MomentPlace;
  /** By the server's clock. */
  readonly now: number;
  /** How many people were before the visitor when this browser first saw the line. */
  readonly firstPeopleBefore: number | null;
  /** Until when the turn is surely kept, as far as it is known. */
  readonly turnUntil: number | null;
  /** Without JavaScript nothing counts down, and joining takes a press. */
  readonly isPlain?: boolean;
}

const NOTHING = { tab: null, above: null, figure: null, below: null, lines: [], progress: null, facts: [], actions: [] } as const;
const DAY_MS = 86_400_000;

export function viewOf(screen: Screen, context: ViewContext): View {
  const { t, document, isPlain = false } = context;
  const { kind } = screen;
  switch (kind) {
    case 'joining':
      if (isPlain) return { ...NOTHING, kind, heading: t('plain.join.title'), lines: [t('plain.join.text')], actions: ['join'] };
      return { ...NOTHING, kind, heading: t('joining.title'), lines: [t('joining.text')] };
    case 'working':
      return { ...NOTHING, kind, heading: t('working.title'), lines: [t('working.text')] };
    case 'refused':
      return refused(screen.obstacle, context);
    case 'left':
      return { ...NOTHING, kind, heading: t('left.title'), lines: [t('left.text')], actions: ['rejoin', 'billboard'] };
    case 'sold_out':
      return {
        ...NOTHING,
        ...{ kind, tab: t('soldOut.title'), heading: t('soldOut.title') },
        lines: [t('soldOut.text'), t('soldOut.more')],
        actions: ['billboard'],
      };
    case 'open':
      return { ...NOTHING, kind, tab: t('open.title'), heading: t('open.title'), lines: [t('open.text')], actions: ['enter'] };
    case 'before_draw':
      return beforeDraw(screen, context);
    case 'turn':
      return turn(context, document?.passMinutes ?? null);
    case 'in_line':
      return inLine(screen, context);
  }
}

function refused(obstacle: 'work' | 'login' | 'code' | 'closed', { t, isPlain }: ViewContext): View {
  const text = obstacle === 'work' && isPlain ? t('refused.work.plain') : t(`refused.${obstacle}.text`);
  const ways: Record<typeof obstacle, readonly Action[]> = {
    work: ['again'],
    login: ['login'],
    code: ['join'],
    closed: ['again', 'billboard'],
  };
  return { ...NOTHING, kind: 'refused', heading: t(`refused.${obstacle}.title`), lines: [text], actions: ways[obstacle] };
}

function beforeDraw(
  { kind, number, startsAt, gathered }: Extract<Screen, { kind: 'before_draw' }>,
  { t, place, now, isPlain }: ViewContext,
): View {
  const own = { name: t('fact.drawNumber'), value: t('number', { number: number.number + 1 }) };
  if (startsAt === null)
    return { ...NOTHING, kind, heading: t('before.noDate.title'), lines: [t('before.noDate.text')], facts: [own], actions: ['leave'] };
  if (now >= startsAt)
    return { ...NOTHING, kind, heading: t('drawing.title'), lines: [t('drawing.text')], facts: [own], actions: ['leave'] };
  const left = startsAt - now;
  const countdown = left >= 2 * DAY_MS ? t('before.days', { count: Math.floor(left / DAY_MS) }) : countdownText(left);
  const at = momentText(startsAt, place, { weekday: 'long', day: 'numeric', month: 'long' });
  return {
    ...NOTHING,
    kind,
    ...(isPlain ? {} : { tab: t('title.draw', { countdown }), above: t('before.in'), figure: countdown }),
    heading: t('before.title'),
    lines: [t('before.text'), t('before.later')],
    facts: [{ name: t('fact.drawAt'), value: at }, own, { name: t('fact.gathered'), value: t('number', { number: gathered }) }],
    actions: ['leave'],
  };
}

function turn({ t, now, turnUntil, isPlain }: ViewContext, passMinutes: number | null): View {
  const tab = t('turn.title');
  const minutes = passMinutes ?? '';
  const left = turnUntil === null || isPlain ? null : turnUntil - now;
  const actions: readonly Action[] = ['enter', 'leave'];
  if (left === null) return { ...NOTHING, kind: 'turn', tab, heading: tab, lines: [t('turn.text.untimed', { minutes })], actions };
  if (left <= 0) return { ...NOTHING, kind: 'turn', tab, heading: tab, lines: [t('turn.ending')], actions };
  const figure = countdownText(left);
  return { ...NOTHING, kind: 'turn', tab, above: t('turn.label'), figure, heading: tab, lines: [t('turn.text', { minutes })], actions };
}

function inLine(screen: InLine, { t, place, firstPeopleBefore }: ViewContext): View {
  const { kind, peopleBefore, pace, number, isCalled } = screen;
  const isNext = peopleBefore === 0;
  const percent = Math.floor(progressOf(peopleBefore, firstPeopleBefore ?? peopleBefore) * 100);
  return {
    ...NOTHING,
    kind,
    tab: isCalled ? t('called.title') : isNext ? t('next') : t('title.before', { number: peopleBefore }),
    // How many of those that were called have gone in is not known here: a number would be the same for all of them.
    ...(isCalled
      ? {}
      : { figure: t('number', { number: peopleBefore }), below: t(peopleBefore === 1 ? 'peopleBefore.one' : 'peopleBefore') }),
    heading: headingOf(screen, t),
    lines: [
      ...(screen.isTurnOver ? [t('over.text')] : []),
      ...(pace === 'paused' ? [t(isCalled ? 'called.text' : 'paused.text')] : []),
      ...(pace === 'draining' ? [t('draining.text')] : []),
      ...(screen.isDemoted ? [t('demoted.text')] : []),
      ...(screen.hasLittleLeft ? [t('little.text')] : []),
    ],
    progress: isCalled ? null : { percent, text: t('progress.text', { percent }) },
    facts: [
      { name: t('fact.place'), value: placeText(screen, t) },
      { name: t('fact.joined'), value: timeText(number.joinedAt, place) },
    ],
    actions: ['leave'],
  };
}

function headingOf({ pace, peopleBefore, wait }: InLine, t: Say): string {
  if (pace === 'paused') return t('paused.title');
  return peopleBefore === 0 ? t('next') : waitText(wait, t);
}

function placeText({ place, number, lane }: InLine, t: Say): string {
  if (number.accessible) return t('lane.accessible', { place });
  return lane === 'priority' ? t('lane.priority', { place }) : t('number', { number: place });
}
