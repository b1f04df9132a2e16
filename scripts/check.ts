import { checks } from './checks/list.ts';
import { type Outcome, run } from './checks/run.ts';

/** As many as there are cores on the smallest machine we promise something for. */
const BESIDE_EACH_OTHER = 2;

const wanted =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(checks).filter((name) => name !== 'long' && name !== 'journeys');
const unknown = wanted.find((name) => !checks[name]);
if (unknown !== undefined) {
  console.error(`no check is named ${unknown}; there are ${Object.keys(checks).join(', ')}`);
  process.exit(1);
}

const named = wanted.flatMap((name) => (checks[name] ? [{ name, check: checks[name] }] : []));
const light = named.filter(({ check }) => check.light);
const outcomes = new Map<string, Outcome>();
await Promise.all(Array.from({ length: BESIDE_EACH_OTHER }, takeLightOnes));
for (const { name, check } of named) if (!check.light) outcomes.set(name, await run(name, check));

console.log('');
for (const { name } of named) {
  const { ok, seconds } = outcomes.get(name) as Outcome;
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.toFixed(1)} s`);
}
const failed = [...outcomes.values()].filter(({ ok }) => !ok).length;
console.log(`\n${outcomes.size - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function takeLightOnes() {
  for (let next = light.shift(); next; next = light.shift()) outcomes.set(next.name, await run(next.name, next.check));
}
