import { framed } from './framed.ts';
import { type Composition, type Layout, type Sheet, within } from './sheet.ts';
import { standing } from './standing.ts';

const layouts = { ...standing, ...framed } satisfies Record<string, Layout>;

export type LayoutName = keyof typeof layouts;

export function compose(layout: LayoutName, sheet: Sheet): Composition {
  if (sheet.kind === 'header') return header(sheet);
  if (sheet.kind === 'thumbnail') return thumbnail(sheet);
  return layouts[layout][sheet.kind === 'poster' ? 'poster' : 'wide'](sheet);
}

/** Without type: the page sets its own title on the left, so the art stands on the right. */
function header({ width, height, motif }: Sheet): Composition {
  const half = { x: width * 0.54, y: 0, width: width * 0.46, height };
  return { window: motif.field ? half : { x: 0, y: 0, width, height }, focus: within(half, motif), front: '' };
}

/** Small squares show the art alone, as close as it fits. */
function thumbnail({ width, height, motif }: Sheet): Composition {
  const window = { x: 0, y: 0, width, height };
  return { window, focus: within(window, motif), front: '' };
}
