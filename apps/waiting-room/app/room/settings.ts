import type { MomentPlace } from '@butaca/brand/dates';
import type { LanguageCode } from '@butaca/brand/languages';
import type { QueueDocument } from '@butaca/fair-queue';
import type { QueueTexts } from './texts.ts';

export const SETTINGS_ID = 'queue-settings';

/** What the script knows before its first call; part of the page, and the same for everybody. */
export interface PageSettings {
  readonly screen: 'waiting' | 'draw-check';
  readonly performanceId: number;
  readonly language: LanguageCode;
  readonly place: MomentPlace;
  readonly queueHost: string;
  readonly sessionMinutes: number;
  readonly texts: QueueTexts;
  /** As it was when the page was made; a newer one is asked for at once. */
  readonly document: QueueDocument | null;
}
