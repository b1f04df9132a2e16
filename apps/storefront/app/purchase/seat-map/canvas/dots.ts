import { levelOfLook, TAKEN } from './looks.ts';
import type { Palette } from './palette.ts';
import { circle } from './signs.ts';

/** Of a place's radius. */
const TAKEN_DOT = 0.5;
/** Smaller than this, in pixels of the screen, a circle is a square. */
const SMALLEST_CIRCLE = 1.4;
const AIR = 1;

/**
 * Places too small for a shape, by the thousand: squares, or copies of one small picture for each colour and size, which
 * is many times faster than as many circles.
 */
export function dotsOf(pen: CanvasRenderingContext2D, palette: Palette) {
  const byLook = new Map<number, { radius: number; at: number[] }[]>();

  function paintAll(look: number, radius: number, at: readonly number[]) {
    pen.fillStyle = colourOf(look, palette);
    if (radius < SMALLEST_CIRCLE) {
      const side = radius * 1.8;
      for (let index = 0; index < at.length; index += 2)
        pen.fillRect((at[index] as number) - side / 2, (at[index + 1] as number) - side / 2, side, side);
      return;
    }
    const stamp = stampOf(pen.fillStyle, radius);
    const half = stamp.width / 2;
    for (let index = 0; index < at.length; index += 2) pen.drawImage(stamp, (at[index] as number) - half, (at[index + 1] as number) - half);
  }

  return {
    add(look: number, x: number, y: number, radius: number) {
      const sizes = byLook.get(look);
      const dots = sizes?.find((dot) => dot.radius === radius);
      if (dots) dots.at.push(x, y);
      else if (sizes) sizes.push({ radius, at: [x, y] });
      else byLook.set(look, [{ radius, at: [x, y] }]);
    },
    paint() {
      for (const [look, sizes] of byLook) {
        pen.globalAlpha = look === TAKEN ? 0.55 : 1;
        for (const { radius, at } of sizes) paintAll(look, look === TAKEN ? radius * TAKEN_DOT : radius, at);
      }
      pen.globalAlpha = 1;
    },
  };
}

function colourOf(look: number, { levels, edge }: Palette): string {
  if (look === TAKEN) return edge;
  const { level, dimmed } = levelOfLook(look);
  const colours = levels[level];
  return (dimmed ? colours?.dimmed : colours?.fill) ?? edge;
}

function stampOf(colour: string, radius: number): HTMLCanvasElement {
  const stamp = document.createElement('canvas');
  stamp.width = Math.ceil(2 * (radius + AIR));
  stamp.height = stamp.width;
  const pen = stamp.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = colour;
  pen.beginPath();
  circle(pen, stamp.width / 2, stamp.width / 2, radius);
  pen.fill();
  return stamp;
}
