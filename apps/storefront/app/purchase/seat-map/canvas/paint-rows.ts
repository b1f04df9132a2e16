import type { Palette } from './colours.ts';
import { type RowName, TAB } from './row-names.ts';

export function paintRowNames(pen: CanvasRenderingContext2D, palette: Palette, names: readonly RowName[]): void {
  pen.strokeStyle = palette.surface;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  for (const { label, at, font, pinned } of names) {
    pen.font = `600 ${font}px ${palette.font}`;
    if (pinned === null) {
      pen.strokeText(label, at.x, at.y);
      pen.fillStyle = palette['ink-soft'];
    } else {
      const { near, far, wide } = TAB;
      pen.beginPath();
      if (pinned === 'x') pen.roundRect(-near, at.y - wide / 2, near + far, wide, near);
      else pen.roundRect(at.x - wide / 2, -near, wide, near + far, near);
      pen.fillStyle = palette.empty;
      pen.fill();
      pen.fillStyle = palette.ink;
    }
    pen.fillText(label, at.x, at.y);
  }
}
