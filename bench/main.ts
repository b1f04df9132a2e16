import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBatches } from './claims/batches.ts';
import { measureCrowd } from './claims/crowds.ts';
import { measureMemory } from './claims/memory.ts';
import { measureProcesses } from './claims/processes.ts';
import { measurePurchases } from './claims/purchases.ts';
import { type Stage, setStage } from './claims/stage.ts';
import { measureFirstVisit } from './first-visit.ts';
import { ensureLoadGenerator } from './load.ts';
import { measureLogIns } from './log-ins.ts';
import { measurePages } from './pages.ts';
import { measurePaper } from './paper.ts';
import { startProduct } from './product.ts';
import { enteredByHand, type Measurement, progressOf, renewed, report, type Table } from './report.ts';
import { measureAvailability, measureRequests, startHello } from './requests.ts';
import { measureSearch } from './search.ts';
import { measureStarts } from './starts.ts';
import { measureWaitingDocument } from './waiting-document.ts';
import { measureWaitingRoom } from './waiting-room/measure.ts';

const file = join(import.meta.dirname, '../docs/benchmarks.md');
/** Made for the first part that needs it. */
let stage: Promise<Stage> | undefined;
const onStage =
  <T>(measure: (stage: Stage) => Promise<T>) =>
  async () => {
    stage ??= setStage();
    return measure(await stage);
  };

const { values: options, positionals: wanted } = parseArgs({
  options: {
    /** Draws docs/waiting-room.svg anew. */
    chart: { type: 'boolean', default: false },
    /** Puts what was chosen into the report of all, with its day. */
    write: { type: 'boolean', default: false },
    /** Of the simulated waiting room: another crowd, and another draw. */
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});

/** In the order of the report; an argument chooses those whose names contain it. */
const parts: Readonly<Record<string, () => Promise<readonly (Measurement | Table)[]>>> = {
  starts: measureStarts,
  requests: measureCachedRequests,
  'first visit': measureFirstVisitOfProduct,
  'claims, spread': onStage((stage) => measureCrowd(stage, 'spread')),
  'claims, one performance': onStage((stage) => measureCrowd(stage, 'one performance')),
  'claims, one hot row': onStage((stage) => measureCrowd(stage, 'one hot row')),
  batches: onStage(measureBatches),
  'processes, named places': onStage((stage) => measureProcesses(stage, 'named places')),
  'processes, best available': onStage((stage) => measureProcesses(stage, 'best available')),
  memory: onStage(measureMemory),
  availability: onStage(measureAvailability),
  pages: onStage(measurePages),
  search: onStage(measureSearch),
  'log-ins': onStage(measureLogIns),
  'waiting document': onStage(measureWaitingDocument),
  // Last on the stage: what is paid for is not taken back.
  purchases: onStage(measurePurchases),
  paper: measurePaper,
  'waiting-room, simulated': () => measureWaitingRoom({ chart: options.chart, seed: Number(options.seed) }),
};

const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (chosen.length === 0) throw new Error(`nothing to measure is named so; there are ${Object.keys(parts).join('; ')}`);

ensureLoadGenerator();
const [loadBefore = 0] = loadavg();
const machine = {
  cores: cpus().length,
  model: cpus()[0]?.model ?? 'unknown processor',
  memoryGib: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  loadBefore,
};
const results: (Measurement | Table)[] = [];
try {
  for (const [name, measure] of chosen) {
    const measured = await measure();
    results.push(...measured);
    // At once, because a part that fails later takes the report with it.
    console.error(progressOf(name, measured, machine));
  }
} finally {
  await (await stage)?.stop();
}

const today = Temporal.Now.plainDateISO().toString();
const text = report(results, machine, today);
const before = await readFile(file, 'utf8');
if (wanted.length === 0) await writeFile(file, text + enteredByHand(before));
else if (options.write) await writeFile(file, renewed(before, results, machine, today));
console.log(text);

async function measureCachedRequests(): Promise<Measurement[]> {
  const hello = await startHello();
  const product = await startProduct();
  try {
    return await measureRequests(product.origin, hello.url, { 'cached page `/`': '/', '`GET /v2/Cartelera`': '/v2/Cartelera' });
  } finally {
    await product.stop();
    await hello.stop();
  }
}

async function measureFirstVisitOfProduct(): Promise<Measurement[]> {
  const product = await startProduct();
  try {
    return await measureFirstVisit(product.origin);
  } finally {
    await product.stop();
  }
}
