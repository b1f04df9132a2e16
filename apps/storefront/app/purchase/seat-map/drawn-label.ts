import type { SectionShape, VenuePicture } from '@butaca/venue-map';
import { boxOf } from './map/view.ts';

/** Text sizes as shares of the drawing's longer side: the smallest that is legible on a large screen and on a phone, and the largest. */
const READ = { large: 0.0115, phone: 0.021, most: 0.022 };
/** A shorter word may grow at most so much: it also has to fit the section's height. */
const MOST_GROWTH = 2;

/** A section's label in a drawing whose size on the screen is not known yet. */
interface DrawnLabel {
  readonly text: string;
  /** In the map's unit. */
  readonly size: number;
  /** Too small for a phone. */
  readonly largeOnly: boolean;
}

/** The whole name where it is legible; `112` of `Platea alta 112` where only that is; else none. */
export function drawnLabel({ label, labelSize, labelTurned }: SectionShape, { viewBox }: VenuePicture): DrawnLabel | null {
  const frame = boxOf(viewBox);
  const side = Math.max(frame.width, frame.height);
  const least = READ.large * side;
  const drawn = (text: string, size: number): DrawnLabel | null =>
    size < least ? null : { text, size: Math.round(size * 10) / 10, largeOnly: size < READ.phone * side };
  const whole = drawn(label, labelSize);
  const number = labelTurned ? undefined : /\S*\d\S*$/.exec(label)?.[0];
  if (whole || !number || labelSize === 0) return whole;
  const growth = Math.min(MOST_GROWTH, label.length / Math.max(2, number.length));
  return drawn(number, Math.min(READ.most * side, labelSize * growth));
}
