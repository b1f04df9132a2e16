import { parseArgs } from 'node:util';
import { rehearse } from './rehearse.ts';
import type { Line } from './sheet.ts';

const USAGE = 'npm run do -- rehearse [--seconds 240] [--seed N]';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '240' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds);
const seed = values.seed === undefined ? Date.now() % 100_000 : Number(values.seed);
if (!(seconds >= 5 && seconds <= 3600) || !Number.isInteger(seed)) {
  console.error(USAGE);
  process.exit(2);
}

console.log(`rehearsal of ${seconds} s; again with: npm run do -- rehearse --seconds ${seconds} --seed ${seed}`);
const held = await rehearse({ seconds, seed, log: (line) => console.log(line) }).then(
  ({ sheet, faults, calls, acts, logDirectory, ...rehearsed }) => {
    console.log(`\nseed ${seed}, ${seconds} s, ${faults} faults, ${calls} calls\n`);
    for (const line of sheet) console.log(textOf(line));
    console.log();
    for (const [act, count] of acts) console.log(`${String(count).padStart(5)} ${act}`);
    if (!rehearsed.held) console.log(`\nlogs: ${logDirectory}`);
    return rehearsed.held;
  },
  (error: unknown) => {
    console.error(error);
    return false;
  },
);
console.log(`\n${held ? 'held' : 'broken'}`);
process.exit(held ? 0 : 1);

function textOf({ row, held: lineHeld, over, broken, brokenCount }: Line): string {
  const more = brokenCount > broken.length ? [`and ${brokenCount - broken.length} more`] : [];
  return [`${lineHeld ? '✓' : '✗'} ${row.padEnd(15)} ${over}`, ...[...broken, ...more].map((each) => `    ${each}`)].join('\n');
}
