import { parseArgs } from 'node:util';
import { PLACES_OF_MONEY, type ProviderSheet } from './sheet.ts';
import { storm } from './storm.ts';

const USAGE = 'npm run do -- storm [--purchases 1000] [--seed N]';
const KILLS = 2;

const { values } = parseArgs({ options: { purchases: { type: 'string', default: '1000' }, seed: { type: 'string' } } });
const purchases = Number(values.purchases);
const seed = values.seed === undefined ? Date.now() % 100_000 : Number(values.seed);
if (!(Number.isInteger(purchases) && purchases >= 9 && purchases <= 9000) || !Number.isInteger(seed)) {
  console.error(USAGE);
  process.exit(2);
}

console.log(`storm of ${purchases} purchases; again with: npm run do -- storm --purchases ${purchases} --seed ${seed}`);
const startedAt = performance.now();
const held = await storm({ purchases, seed, kills: KILLS, log: (line) => console.log(line) }).then(
  ({ providers, broken, faults, failed, cardNumbers, logDirectory, ...stormed }) => {
    console.log(`\nseed ${seed}, ${purchases} purchases, ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
    for (const provider of providers) console.log(textOf(provider));
    for (const { provider, what } of broken) console.log(`✗ ${provider}: ${what}`);
    for (const fault of faults) console.log(`✗ ledger: ${fault}`);
    for (const place of cardNumbers) console.log(`✗ the number of a card stands in ${place}`);
    for (const each of failed) console.log(`✗ ${each}`);
    if (!stormed.held) console.log(`\nlogs: ${logDirectory}`);
    return stormed.held;
  },
  (error: unknown) => {
    console.error(error);
    return false;
  },
);
console.log(`\n${held ? 'held' : 'broken'}`);
process.exit(held ? 0 : 1);

function textOf({ provider, currency, asked, at, theirs, held: isHeld }: ProviderSheet): string {
  const money = (amount: number) => (amount / 100).toFixed(2);
  const places = PLACES_OF_MONEY.map((place) => `${place} ${at[place].payments} (${money(at[place].amount)})`).join(', ');
  const books = theirs.map((each) => `${money(each.taken)} ${each.currency} taken, ${money(each.returned)} given back`).join('; ');
  return [
    `${isHeld ? '✓' : '✗'} ${provider.padEnd(12)} ${asked.payments} payments, ${money(asked.amount)} ${currency}: ${places}`,
    `  ${''.padEnd(12)} its books: ${books || 'nothing taken'}`,
  ].join('\n');
}
