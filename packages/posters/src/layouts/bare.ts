import { type Composition, type Sheet, within } from './sheet.ts';

/** Without type: the page sets its own title on the left, so the art stands on the right. */
export function header({ width, height, motif }: Sheet): Composition {
  const half = { x: width * 0.54, y: 0, width: width * 0.46, height };
  return { window: motif.field ? half : { x: 0, y: 0, width, height }, focus: within(half, motif), front: '' };
}

/** Small squares show the art alone, as close as it fits. */
export function thumbnail({ width, height, motif }: Sheet): Composition {
  const window = { x: 0, y: 0, width, height };
  return { window, focus: within(window, motif), front: '' };
}
