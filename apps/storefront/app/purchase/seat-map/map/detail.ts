/**
 * The level of detail of a place, by the CSS pixels between places: only its section's colour; a dot; its shape and signs;
 * its number as well.
 */
export type Detail = 'section' | 'dot' | 'shape' | 'number';

const DOTS_FROM = 2.2;
const SHAPES_FROM = 7;
const NUMBERS_FROM = 19;
/** Between these, places fade in over their section's colour. */
const FADE = { from: 2.2, to: 3.2 };

/** A mouse, or a finger. */
export type Pointer = 'fine' | 'coarse';

/** A finger needs 24 px (WCAG 2.5.8); a mouse is more precise and has a tip. */
const LEAST_TARGET = { fine: 14, coarse: 24 };

export function detailAt(pitch: number): Detail {
  if (pitch < DOTS_FROM) return 'section';
  if (pitch < SHAPES_FROM) return 'dot';
  return pitch < NUMBERS_FROM ? 'shape' : 'number';
}

/** 0 shows only the section's colour, 1 only its places. */
export function placesShare(pitch: number): number {
  const part = Math.min(1, Math.max(0, (pitch - FADE.from) / (FADE.to - FADE.from)));
  return part * part * (3 - 2 * part);
}

/** Whether a pointer can choose places `pitch` pixels apart, or has to zoom in first. */
export const canChoose = (pitch: number, pointer: Pointer): boolean => pitch >= LEAST_TARGET[pointer];

/** Pixels from one place to the next that a first tap on a section leads to, at least. */
export const CHOOSING_PITCH = 26;
/** As close as one can come. */
export const LARGEST_PITCH = 56;
/** As close as a tap on a section leads, where all of it would fit even closer. */
export const COMFORTABLE_PITCH = 38;
