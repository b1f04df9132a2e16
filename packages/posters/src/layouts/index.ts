import { header, thumbnail } from './bare.ts';
import { framed } from './framed.ts';
import type { Composition, Layout, Sheet } from './sheet.ts';
import { standing } from './standing.ts';

const layouts = { ...standing, ...framed } satisfies Record<string, Layout>;

export type LayoutName = keyof typeof layouts;

export function compose(layout: LayoutName, sheet: Sheet): Composition {
  if (sheet.kind === 'header') return header(sheet);
  if (sheet.kind === 'thumbnail') return thumbnail(sheet);
  return layouts[layout][sheet.kind === 'poster' ? 'poster' : 'wide'](sheet);
}
