import type { Decor, Point } from '../form.ts';
import { LONGEST_DECOR_TEXT, MOST_LENGTH } from '../limits.ts';
import type { PlanArea } from './file.ts';

const CORNERS = 24;

/** A drawn area as decor, or null for a shape that we do not know or that lies beyond every map. */
export function decorOf(area: PlanArea, zone: Point): Decor | null {
  const at = { x: zone.x + area.position.x, y: zone.y + area.position.y };
  const text = area.text?.text && onOneLine(area.text.text);
  const label = textAt(area, at);
  if (tooFar(label)) return null;
  if (area.shape === 'text') return text ? { kind: 'text', at: label, text } : null;
  const corners = cornersOf(area);
  if (corners.length < 3) return null;
  const polygon = corners.map((corner) => rotated(corner, area.rotation ?? 0)).map(({ x, y }) => ({ x: at.x + x, y: at.y + y }));
  if (polygon.some(tooFar)) return null;
  return { kind: kindOf(text ?? ''), polygon, ...(text ? { text, at: label } : {}) };
}

/** As much of a text as a map keeps; a character cut in half is left out. */
const onOneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DECOR_TEXT)
    .replace(/\p{Cs}/gu, '')
    .trim();

const tooFar = ({ x, y }: Point) => Math.max(Math.abs(x), Math.abs(y)) > MOST_LENGTH;

const textAt = ({ text }: PlanArea, at: Point): Point => ({ x: at.x + (text?.position?.x ?? 0), y: at.y + (text?.position?.y ?? 0) });

function kindOf(text: string): Decor['kind'] {
  if (/spielfeld|campo|cancha|field|pitch|court/i.test(text)) return 'field';
  if (/b[üu]hne|escenario|stage/i.test(text)) return 'stage';
  return 'wall';
}

function cornersOf({ shape, rectangle, polygon, ellipse, circle }: PlanArea): Point[] {
  if (shape === 'rectangle' && rectangle) {
    const { width, height } = rectangle;
    return [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
  }
  if (shape === 'polygon' && polygon) return polygon.points;
  if (shape === 'ellipse' && ellipse) return round(ellipse.radius.x, ellipse.radius.y);
  if (shape === 'circle' && circle) return round(circle.radius, circle.radius);
  return [];
}

const round = (rx: number, ry: number): Point[] =>
  Array.from({ length: CORNERS }, (_, index) => {
    const angle = (index / CORNERS) * 2 * Math.PI;
    return { x: Math.cos(angle) * rx, y: Math.sin(angle) * ry };
  });

function rotated({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}
