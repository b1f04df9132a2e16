import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absolute } from '../budgets.ts';
import type { Measurement, Table } from '../report.ts';
import { chartOf } from './chart.ts';
import { BROWSERS_OF_CHEAT, CHEATS, type Kind, PEOPLE, type Visitor } from './crowd.ts';
import { evennessOf, spearman } from './fairness.ts';
import { requestsOfWaiters } from './requests-of-waiters.ts';
import { type Rules, runSale, type Sale, SETTINGS, STOCK } from './sale.ts';

const CHART = join(import.meta.dirname, '../../docs/waiting-room.svg');
/** Numbers of a network above which the room demotes it, where it does. */
const DEMOTE_ABOVE = 40;

const number = (value: number) => Math.round(value).toLocaleString('en');
const minutes = (seconds: number) => `${(seconds / 60).toFixed(0)} min`;

/** A sale in virtual time with the product's own draw, pace and counters: the same figures on every machine. The chart is written if asked for. */
export async function measureWaitingRoom({
  chart,
  seed,
}: {
  readonly chart: boolean;
  readonly seed: number;
}): Promise<readonly (Measurement | Table)[]> {
  const usual: Rules = { seed, presentShare: 0.5, onePerAccount: false, demoteAbove: null };
  const sale = runSale(usual);
  if (chart) await writeFile(CHART, chartOf(sale));
  // With half of all people in the draw nobody who comes later is let in before the places are gone.
  const laterOnes = runSale({ ...usual, presentShare: 0.1 });
  const others = { onePerAccount: runSale({ ...usual, onePerAccount: true }), demoting: runSale({ ...usual, demoteAbove: DEMOTE_ABOVE }) };
  return [
    drawRow(sale),
    orderRow(laterOnes),
    overshootRow([sale, laterOnes, ...Object.values(others)]),
    requestsRow(sale, seed),
    soldOutRow(sale),
    {
      title: `Waiting room: one person with ${BROWSERS_OF_CHEAT} browsers`,
      note: `${CHEATS} such people among ${number(PEOPLE)}, all there before the draw, simulated. Places a person got, over those of an honest person
alone in their network who was there before the draw as well: 1 is a fair share, and a cheat does not tire of waiting. The campus is one network of 300 people.`,
      columns: ['The room', 'A cheat', 'All cheats, of the places', 'Somebody of the campus', 'Budget'],
      rows: [
        advantageRow('one number per browser', sale, null),
        advantageRow('one number per account', others.onePerAccount, 1.5),
        advantageRow(`networks with more than ${DEMOTE_ABOVE} numbers go last`, others.demoting, 1.5),
      ],
    },
  ];
}

const row = (what: string, ours: string, budget: string, met: boolean): Measurement => ({
  what: `waiting room, simulated: ${what}`,
  baseline: '',
  ours,
  budgets: [absolute(budget, met)],
});

function drawRow({ drawnPositions }: Sale): Measurement {
  const evenness = evennessOf(drawnPositions);
  return row(
    'arrival before the draw against position',
    `p ${evenness.toFixed(2)} of a chi-square over tenths, ${number(drawnPositions.length)} drawn`,
    'p > 0.001',
    evenness > 0.001,
  );
}

function orderRow({ visitors, drawn }: Sale): Measurement {
  const called = visitors.filter(
    ({ standsIn, calledAt, number }) => standsIn === 'general' && calledAt !== null && number >= drawn.counts.general,
  );
  const agreement = (people: readonly Visitor[], timeOf: (visitor: Visitor) => number | null) =>
    spearman(
      people.map(({ number }) => number),
      people.map((visitor) => timeOf(visitor) ?? 0),
    );
  const inside = called.filter(({ enteredAt }) => enteredAt !== null);
  const ofCalls = agreement(called, ({ calledAt }) => calledAt);
  const ofEntries = agreement(inside, ({ enteredAt }) => enteredAt);
  return row(
    'arrival after the start against call and entry',
    `Spearman ${ofCalls.toFixed(4)} of ${number(called.length)} calls, ${ofEntries.toFixed(4)} of ${number(inside.length)} entries`,
    'calls ≥ 0.9999',
    ofCalls >= 0.9999,
  );
}

function overshootRow(sales: readonly Sale[]): Measurement {
  const seconds = sales.flatMap((sale) => sale.seconds);
  const over = Math.max(0, ...sales.map((sale) => Math.max(...sale.seconds.map(({ inside }) => inside)) - SETTINGS.mostActive));
  const release = seconds.reduce((most, second) => Math.max(most, second.release), 0);
  const bound = seconds.filter(({ reason }) => reason === 'inside');
  const mean = bound.reduce((sum, { inside }) => sum + inside, 0) / Math.max(1, bound.length);
  return row(
    `more inside than the ${number(SETTINGS.mostActive)} that may be`,
    `${over}; ${number(mean)} on average while that is the bound`,
    `≤ ${release}, one tick`,
    over <= release,
  );
}

function requestsRow(sale: Sale, seed: number): Measurement {
  const { perWaiter, perMinuteOfWaiting, mostPerSecond } = requestsOfWaiters(sale, seed);
  return row(
    'requests of all who wait, reloads included',
    `${perWaiter.toFixed(0)} per waiter, ${perMinuteOfWaiting.toFixed(1)} a minute, at most ${number(mostPerSecond)} /s`,
    `≤ ${number(PEOPLE / 12)} /s`,
    mostPerSecond <= PEOPLE / 12,
  );
}

function soldOutRow({ seconds, soldOutAt, turnsOver, cameBackInTime }: Sale): Measurement {
  const until = (share: number) => seconds.find(({ sold }) => sold >= STOCK * share)?.at ?? Number.NaN;
  const last = soldOutAt === null ? 'not sold out' : `the last one after ${minutes(soldOutAt)}`;
  return row(
    `${number(STOCK)} places, ${SETTINGS.perMinute} people a minute`,
    `half sold after ${minutes(until(0.5))}, 99 % after ${minutes(until(0.99))}, ${last}; of lost connections ${number(cameBackInTime)} were back in time, ${number(turnsOver)} later`,
    'sold out',
    soldOutAt !== null,
  );
}

function advantageRow(what: string, sale: Sale, most: number | null): Table['rows'][number] {
  const share = (kind: Kind) => {
    // Those who were there before the draw; a cheat always is.
    const there = sale.visitors.filter((visitor) => visitor.kind === kind && visitor.arrivesAt < 0 && visitor.lane !== 'priority');
    const people = new Set(there.map(({ person }) => person)).size;
    return there.reduce((sum, { places }) => sum + places, 0) / people;
  };
  const fair = share('alone');
  const cheat = share('cheat') / fair;
  const places = sale.visitors.reduce((sum, visitor) => sum + (visitor.kind === 'cheat' ? visitor.places : 0), 0);
  const budget = most === null ? [] : [absolute(`≤ ${most} ×`, cheat <= most)];
  return [what, `${cheat.toFixed(1)} ×`, `${((100 * places) / STOCK).toFixed(2)} %`, `${(share('campus') / fair).toFixed(1)} ×`, budget];
}
