import { type MomentPlace, momentText } from '@butaca/brand/dates';

/** `domingo, 22 de noviembre, 18:05`, by the brand's clock. */
export const offerEnd = (until: number, place: MomentPlace): string =>
  momentText(until, place, { weekday: 'long', day: 'numeric', month: 'long' });
