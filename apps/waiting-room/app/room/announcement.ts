import type { Screen } from './screen.ts';
import type { Say } from './texts.ts';
import type { View } from './view.ts';

/** What a screen reader was told, and what it would be told now. */
export interface Moment {
  readonly screen: Screen;
  readonly view: View;
  readonly firstPeopleBefore: number | null;
}

/** Between two announcements that no event asked for. */
const LEAST_PAUSE_MS = 60_000;
const MILESTONES = [100, 50, 10] as const;
/** Half of a line that is shorter says nothing that the other milestones do not. */
const SHORTEST_HALVED = 200;

/**
 * What to say politely: every new screen, a pause, half of the line, the last hundred, fifty and ten people; besides those a new
 * estimate at most once a minute. Null: nothing.
 */
export function announcementOf(before: Moment | null, now: Moment, sinceLastMs: number, t: Say): string | null {
  const { screen, view } = now;
  if (screen.kind === 'joining') return null;
  const isNew = before?.screen.kind !== screen.kind;
  if (screen.kind !== 'in_line') return isNew ? sentences(view.heading, ...view.lines) : null;

  // The lines say that a turn has come.
  const place = screen.isCalled ? [] : [t('say.place', { count: screen.peopleBefore })];
  const whole = sentences(...place, view.heading, ...view.lines);
  if (before?.screen.kind === 'before_draw') return sentences(t('say.drawn', { number: screen.place }), whole);
  if (before === null || before.screen.kind !== 'in_line') return whole;
  const past = before.screen;
  if (past.pace !== screen.pace || past.isTurnOver !== screen.isTurnOver)
    return past.pace === 'paused' ? sentences(t('say.resumed'), whole) : whole;
  const half = (now.firstPeopleBefore ?? 0) / 2;
  if (2 * half >= SHORTEST_HALVED && crosses(half, past.peopleBefore, screen.peopleBefore)) return sentences(t('say.half'), whole);
  if (MILESTONES.some((milestone) => crosses(milestone, past.peopleBefore, screen.peopleBefore))) return whole;
  return sinceLastMs >= LEAST_PAUSE_MS && before.view.heading !== view.heading ? whole : null;
}

const TURN_MILESTONES_S = [300, 120, 60, 30] as const;

/** How long the turn is still kept, when one of a few marks was passed; both in milliseconds. */
export function turnAnnouncementOf(leftBefore: number, left: number, t: Say): string | null {
  const passed = TURN_MILESTONES_S.filter((seconds) => crosses(seconds * 1000, leftBefore, left)).at(-1);
  if (passed === undefined) return left <= 0 && leftBefore > 0 ? t('turn.ending') : null;
  return passed >= 60 ? t('turn.left', { count: passed / 60 }) : t('turn.leftSeconds', { seconds: passed });
}

const crosses = (mark: number, before: number, now: number): boolean => before > mark && now <= mark;

const sentences = (...texts: readonly string[]): string => texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');
