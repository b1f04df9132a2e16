import { arcs } from './arcs.ts';
import { blocks } from './blocks.ts';
import { comedy } from './comedy.ts';
import { cutPaper } from './cut-paper.ts';
import { faces } from './faces.ts';
import { figures } from './figures.ts';
import { grids } from './grids.ts';
import { instruments } from './instruments.ts';
import { landscapes } from './landscapes.ts';
import { overprint } from './overprint.ts';
import type { Motif } from './scene.ts';
import { woods } from './woods.ts';

const motifs = {
  ...arcs,
  ...cutPaper,
  ...faces,
  ...blocks,
  ...overprint,
  ...grids,
  ...landscapes,
  ...instruments,
  ...figures,
  ...comedy,
  ...woods,
};

export type MotifName = keyof typeof motifs;
export const motifOf = (name: MotifName): Motif => motifs[name];
