type Point = readonly [x: number, y: number];

/** One decimal is a third of a pixel at the largest size; more only costs bytes. */
export const round = (value: number) => String(Math.round(value * 10) / 10 || 0);
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The point at `angle` degrees (0 is right, 90 is down) on a circle. */
export const around = (x: number, y: number, radius: number, angle: number): Point => [
  x + radius * Math.cos(radians(angle)),
  y + radius * Math.sin(radians(angle)),
];

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);
export const each = (count: number, draw: (index: number) => string) => range(count).map(draw).join('');

export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
export const ring = (x: number, y: number, radius: number, width: number, stroke: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"/>`;
export const box = (x: number, y: number, width: number, height: number, fill: string, corner = 0) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${corner ? ` rx="${round(corner)}"` : ''} fill="${fill}"/>`;
export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
export const polygon = (points: readonly Point[], fill: string) =>
  shape(`M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`, fill);
/** An open stroke; its ends are round unless said otherwise. */
export const stroke = (d: string, colour: string, width: number, cap: 'round' | 'butt' = 'round') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}"${cap === 'round' ? ' stroke-linecap="round" stroke-linejoin="round"' : ''}/>`;

/** Path of an arc clockwise from one angle to another, in degrees. */
export function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const [startX, startY] = around(x, y, radius, from);
  const [endX, endY] = around(x, y, radius, to);
  return `M${round(startX)} ${round(startY)}A${round(radius)} ${round(radius)} 0 ${to - from > 180 ? 1 : 0} 1 ${round(endX)} ${round(endY)}`;
}

/** A slice of a disc, or of a ring when `inner` is given. */
export function sector(x: number, y: number, radius: number, from: number, to: number, fill: string, inner = 0): string {
  const outside = arc(x, y, radius, from, to);
  if (inner === 0) return shape(`${outside}L${round(x)} ${round(y)}Z`, fill);
  const [endX, endY] = around(x, y, inner, to);
  const [startX, startY] = around(x, y, inner, from);
  const back = `A${round(inner)} ${round(inner)} 0 ${to - from > 180 ? 1 : 0} 0 ${round(startX)} ${round(startY)}`;
  return shape(`${outside}L${round(endX)} ${round(endY)}${back}Z`, fill);
}

export const turn = (angle: number, x: number, y: number, content: string) =>
  `<g transform="rotate(${round(angle)} ${round(x)} ${round(y)})">${content}</g>`;
export const place = (x: number, y: number, content: string, scale = 1) =>
  `<g transform="translate(${round(x)} ${round(y)})${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}">${content}</g>`;
export const mirror = (content: string) => `<g transform="scale(-1 1)">${content}</g>`;
/** Draws `content` only where `outline` (shapes) is. */
export const inside = (id: string, outline: string, content: string) =>
  `<clipPath id="${id}">${outline}</clipPath><g clip-path="url(#${id})">${content}</g>`;
