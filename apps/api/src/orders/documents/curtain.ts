import { createHash } from 'node:crypto';
import type PDFDocument from 'pdfkit';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const THREADS = 210;
/** From the light of a fold to its shadow, in points. */
const WEIGHTS = [0.3, 0.42, 0.58, 0.78, 1];

/** A theatre's curtain in the brand's colour, drawn with threads like an engraving. Its folds follow from the ticket's number: no two are the same. */
export function drawCurtain(document: InstanceType<typeof PDFDocument>, number: string, color: string, area: Area) {
  const fold = foldsOf(number);
  document.save().lineCap('butt').strokeColor(color);
  for (const [shade, weight] of WEIGHTS.entries()) {
    document.lineWidth(weight);
    for (let thread = 0; thread <= THREADS; thread += 1) {
      const across = thread / THREADS;
      const { depth, shift } = fold(across);
      if (Math.min(WEIGHTS.length - 1, Math.floor(depth * WEIGHTS.length)) !== shade) continue;
      const x = area.x + (across + shift) * area.width;
      const hem = area.height - 9 * depth;
      document.moveTo(round(x), area.y).lineTo(round(x), round(area.y + hem));
    }
    document.stroke();
  }
  document.restore();
}

/** How deep in a fold a thread hangs, 0 to 1, and how far aside it is drawn, in parts of the width. */
function foldsOf(number: string) {
  const chance = [...createHash('sha256').update(number).digest()].map((byte) => byte / 255) as [number, number, number, number];
  const folds = 7 + Math.round(chance[0] * 5);
  const slow = 1 + Math.round(chance[1] * 2);
  const turn = 2 * Math.PI;
  return (across: number) => {
    // Folds are wider in one place and narrower in another, and stay within the edges.
    const phase = turn * folds * (across + (0.3 / folds) * Math.sin(turn * slow * across + turn * chance[2])) + turn * chance[3];
    const edge = Math.min(1, across * folds, (1 - across) * folds);
    return { depth: (1 - Math.cos(phase)) / 2, shift: ((edge * 0.6) / (turn * folds)) * Math.sin(phase) };
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
