import { byId } from './paint.ts';
import { announcementOf, type Moment, turnAnnouncementOf } from './room/announcement.ts';
import type { Say } from './room/texts.ts';

/** Says to screen readers what has changed, politely and seldom; what lies behind an open dialog is not read out, so that has its own place. */
export function speakerOf(t: Say, isDialogOpen: () => boolean) {
  let said: Moment | null = null;
  let saidAt = Number.NEGATIVE_INFINITY;
  let turnLeftMs = Number.POSITIVE_INFINITY;

  function speak(text: string) {
    saidAt = performance.now();
    byId(isDialogOpen() ? 'turn-status' : 'status').textContent = text;
  }

  return {
    speak,
    announce(now: Moment) {
      const text = announcementOf(said, now, performance.now() - saidAt, t);
      if (text === null) return;
      said = now;
      // The dialog of the turn is read out as it opens.
      if (now.screen.kind !== 'turn') speak(text);
    },
    turnEndsIn(leftMs: number) {
      const text = turnAnnouncementOf(turnLeftMs, leftMs, t);
      turnLeftMs = leftMs;
      if (text !== null) speak(text);
    },
  };
}
