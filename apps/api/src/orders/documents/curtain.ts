import { createHash } from 'node:crypto';
import type PDFDocument from 'pdfkit';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Thread {
  readonly x: number;
  /** Of the line, in points. */
  readonly weight: number;
  /** How deep in a fold it hangs, 0 to 1. */
  readonly depth: number;
}

const THREADS = 230;
/** In the depth of a fold threads hang closer by this part, and leave less paper between them. */
const CLOSER = 0.62;
const LIGHT = 0.16;
const SHADOW = 0.74;
const HEM = 9;

/** A theatre's curtain in the brand's colour, drawn with threads like an engraving. Its folds follow from the ticket's number: no two are the same. */
export function drawCurtain(document: InstanceType<typeof PDFDocument>, number: string, color: string, area: Area) {
  document.save().lineCap('butt').strokeColor(color);
  const byWeight = Map.groupBy(threadsOf(number, area.width), ({ weight }) => weight);
  for (const [weight, threads] of byWeight) {
    document.lineWidth(weight);
    for (const { x, depth } of threads) {
      document.moveTo(round(area.x + x), area.y).lineTo(round(area.x + x), round(area.y + area.height - HEM * depth));
    }
    document.stroke();
  }
  document.restore();
}

function threadsOf(number: string, width: number): Thread[] {
  const depthAt = foldsOf(number);
  const depths = Array.from({ length: THREADS }, (_, index) => depthAt((index + 0.5) / THREADS));
  const room = depths.map((depth) => 1 - CLOSER * depth);
  const scale = width / room.reduce((sum, each) => sum + each, 0);
  let edge = 0;
  return depths.map((depth, index) => {
    const own = (room[index] as number) * scale;
    const x = edge + own / 2;
    edge += own;
    // Few weights, so that lines of one weight are one path.
    return { x, depth, weight: Math.ceil(own * (LIGHT + (SHADOW - LIGHT) * depth ** 1.6) * 20) / 20 };
  });
}

/** How deep in a fold each part of the width hangs; folds are wider in one place and narrower in another. */
function foldsOf(number: string) {
  const chance = [...createHash('sha256').update(number).digest()].map((byte) => byte / 255) as [number, number, number, number];
  const folds = 6 + Math.round(chance[0] * 5);
  const slow = 1 + Math.round(chance[1]);
  const turn = 2 * Math.PI;
  return (across: number) => {
    const phase = turn * folds * across + turn * 0.45 * Math.sin(turn * (slow * across + chance[2])) + turn * chance[3];
    return (1 - Math.cos(phase)) / 2;
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
