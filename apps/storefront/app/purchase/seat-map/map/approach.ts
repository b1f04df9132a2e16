import type { Point } from '@butaca/venue-map';
import { CHOOSING_PITCH, COMFORTABLE_PITCH } from './detail.ts';
import { type Box, centred, fitted, type Size, type View } from './view.ts';

const MARGIN_PX = 24;

/**
 * A section as large as the screen has room for, its places at least large enough to choose and no larger than is
 * comfortable; where that is too large for all of it, about the point that was tapped.
 */
export function approachOf({ box, pitch }: { box: Box; pitch: number }, { width, height }: Size, tapped?: Point): View {
  const room = { width: Math.max(1, width - 2 * MARGIN_PX), height: Math.max(1, height - 2 * MARGIN_PX) };
  const whole = fitted(box, room).scale;
  const least = pitch === 0 ? 0 : CHOOSING_PITCH / pitch;
  const comfortable = pitch === 0 ? whole : COMFORTABLE_PITCH / pitch;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  return centred(whole >= least || !tapped ? middle : tapped, Math.max(Math.min(whole, comfortable), least), { width, height });
}
