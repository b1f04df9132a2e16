import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureClaims } from './claims/measure.ts';
import { measureFirstVisit } from './first-visit.ts';
import { startHello } from './hello.ts';
import { ensureLoadGenerator } from './load.ts';
import { measurePaper } from './paper.ts';
import { startProduct } from './product.ts';
import { report } from './report.ts';
import { measureRequests } from './requests.ts';
import { measureStarts } from './starts.ts';

const file = join(import.meta.dirname, '../docs/benchmarks.md');

ensureLoadGenerator();
const hello = await startHello();
const product = await startProduct();
const served = await (async () => {
  try {
    const requests = await measureRequests(product.origin, hello.url, { 'cached page `/`': '/', '`GET /v2/Cartelera`': '/v2/Cartelera' });
    return [...requests, ...(await measureFirstVisit(product.origin))];
  } finally {
    await product.stop();
    await hello.stop();
  }
})();
const measurements = [...(await measureStarts()), ...served, ...(await measureClaims()), ...(await measurePaper())];

const machine = {
  cores: cpus().length,
  model: cpus()[0]?.model ?? 'unknown processor',
  memoryGib: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
};
await writeFile(file, report(measurements, machine, Temporal.Now.plainDateISO().toString()));
console.log(await readFile(file, 'utf8'));
