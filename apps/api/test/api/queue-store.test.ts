import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from '@butaca/fair-queue';
import fc from 'fast-check';
import { Valkey } from 'iovalkey';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Joined, QueueStore, RoomKey } from '../../src/waiting-room/store.ts';
import { noCounts } from '../../src/waiting-room/store.ts';
import { freshDatabase } from '../database.ts';
import { haveSales } from '../factories/purchase.ts';
import { aJoin, aRedemption, general, haveRoomRows, type StoreUnderTest, startStore, storeNames } from '../queue-stores.ts';

const { db, close } = await freshDatabase();
const [{ performanceId }, { performanceId: elsewhere }] = await haveSales(db, [{}, {}]);
await haveRoomRows(db, [performanceId, elsewhere]);
afterAll(close);

let openings = 0;
const aLane = fc.constantFrom<Lane>('priority', 'general');
const RUNS = { numRuns: 15 };

const isJoined = (answer: Joined) => answer.kind === 'joined';
const numbersOf = (answers: readonly Joined[], lane: Lane) =>
  answers
    .filter(isJoined)
    .flatMap((answer) => (answer.lane === lane ? [answer.number] : []))
    .sort((one, other) => one - other);
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

describe.each(storeNames())('in %s', (name) => {
  let under: StoreUnderTest;
  let store: QueueStore;
  /** Of two more processes. */
  let others: readonly QueueStore[];
  beforeAll(async () => {
    under = await startStore(name, db);
    store = under.connect();
    others = [under.connect(), under.connect()];
  });
  afterAll(() => under.stop());

  /** Another opening of a performance is a room like another one. */
  async function aRoom(of = performanceId): Promise<RoomKey> {
    const room = { performanceId: of, epoch: ++openings };
    await store.open(room);
    return room;
  }
  const countsOf = async (room: RoomKey) => (await store.lanes([room])).get(room.performanceId);
  const inOneOf = (index: number) => [store, ...others][index % 3] as QueueStore;

  test('numbers have no gaps and no doubles, however many processes give them out at once', async () => {
    const batch = fc.array(aLane, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 12 }), async (batches) => {
        const room = await aRoom();
        const answers = await Promise.all(
          batches.map((wanted, index) => inOneOf(index).join(wanted.map((lane) => aJoin(room, { lane, group: lane })))),
        );
        for (const lane of ['priority', 'general'] as const) {
          const { length } = batches.flat().filter((each) => each === lane);
          expect(numbersOf(answers.flat(), lane)).toEqual(upTo(length));
          expect((await countsOf(room))?.[lane]).toEqual({ issued: length, serving: 0, lapsed: 0 });
        }
      }),
      RUNS,
    );
  });

  test('a batch is answered in the order of its requests, with numbers in that order, and whole seconds of the store’s clock', async () => {
    const room = await aRoom();
    const requests = upTo(300).map(() => aJoin(room));
    const answers = await store.join(requests);
    expect(answers).toMatchObject(requests.map(({ ticket }, number) => ({ kind: 'joined', lane: 'general', number, ticket })));
    const { joinedAt } = answers[0] as Extract<Joined, { kind: 'joined' }>;
    expect(joinedAt % 1000).toBe(0);
    expect(Math.abs(Date.now() - joinedAt)).toBeLessThan(30_000);
  });

  test('requests of several rooms in one batch get numbers of their own rooms', async () => {
    const rooms = [await aRoom(), await aRoom(elsewhere), await aRoom()];
    const requests = upTo(9).map((index) => aJoin(rooms[index % 3] as RoomKey));
    const answers = await store.join(requests);
    expect(answers).toMatchObject(requests.map(({ ticket }, index) => ({ ticket, number: Math.floor(index / 3) })));
  });

  test('an account has one number, whichever lane it asks for and however often at once', async () => {
    const tries = fc.array(fc.record({ holder: fc.constantFrom('ana', 'luis', 'eva'), lane: aLane }), { minLength: 2, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(tries, fc.integer({ min: 1, max: 5 }), async (wanted, size) => {
        const room = await aRoom();
        const batches = Array.from({ length: Math.ceil(wanted.length / size) }, (_, index) =>
          wanted.slice(index * size, (index + 1) * size),
        );
        const answers = await Promise.all(batches.map((batch, index) => inOneOf(index).join(batch.map((each) => aJoin(room, each)))));
        const of = new Map<string, Set<string>>();
        answers.flat().forEach((answer, index) => {
          const holder = wanted[index]?.holder ?? '';
          of.set(holder, (of.get(holder) ?? new Set()).add(JSON.stringify(answer)));
        });
        for (const [holder, different] of of) expect(different.size, holder).toBe(1);
        const counts = await countsOf(room);
        expect((counts?.general.issued ?? 0) + (counts?.priority.issued ?? 0)).toBe(of.size);
      }),
      RUNS,
    );
  });

  test('the account’s number is that of the first time, with its ticket, its time, its network and what it is for', async () => {
    const room = await aRoom();
    const [first] = await store.join([aJoin(room, { holder: 'ana', lane: 'priority', accessible: true, group: 'office' })]);
    expect(first).toMatchObject({ lane: 'priority', number: 0, accessible: true, group: 'office' });
    await store.join([aJoin(room), aJoin(room, { lane: 'priority' })]);
    expect(await store.join([aJoin(room, { holder: 'ana' })])).toEqual([first]);
  });

  test('an account whose turn is over gets another number, once, however many of its browsers ask', async () => {
    const room = await aRoom();
    const [ana, luis] = await store.join([aJoin(room, { holder: 'ana' }), aJoin(room, { holder: 'luis' })]);
    const instead = isJoined(ana as Joined) ? (ana as { ticket: string }).ticket : null;
    const again = () => aJoin(room, { holder: 'ana', instead });
    const answers = (await Promise.all(upTo(4).map((index) => inOneOf(index).join([again(), again()])))).flat();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ kind: 'joined', number: 2 });
    expect(await store.join([aJoin(room, { holder: 'ana' }), aJoin(room, { holder: 'luis', instead })])).toEqual([answers[0], luis]);
    expect((await countsOf(room))?.general.issued).toBe(3);
  });

  test('a solved challenge is good for one number, in a race and within a batch', async () => {
    const room = await aRoom();
    const solution = `solved ${openings}`.replace(' ', '-') + name.replaceAll(' ', '-');
    const batch = () => [aJoin(room, { solution }), aJoin(room, { solution }), aJoin(room, { solution: null })];
    const answers = await Promise.all(upTo(6).map((index) => inOneOf(index).join(batch())));
    expect(answers.flat().filter(isJoined)).toHaveLength(1 + 6);
    expect(numbersOf(answers.flat(), 'general')).toEqual(upTo(7));
    expect(await store.join([aJoin(room, { solution })])).toEqual([{ kind: 'spent' }]);
  });

  test('networks that have more numbers than allowed are named, with the most numbers first', async () => {
    const room = await aRoom();
    const groups = [...Array(3).fill('b'), ...Array(5).fill('a'), ...Array(3).fill('c'), 'd'];
    await store.join(groups.map((group: string) => aJoin(room, { group })));
    expect(await store.crowdedNetworks(room, 2)).toEqual([
      { network: 'a', numbers: 5 },
      { network: 'b', numbers: 3 },
      { network: 'c', numbers: 3 },
    ]);
    expect(await store.crowdedNetworks(room, 5)).toEqual([]);
  });

  test('the draw counts the numbers that were given before it, and says the same ever after', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.nat(20), fc.nat(20), async (before, during, priority) => {
        const room = await aRoom();
        const joins = (count: number, lane: Lane = 'general') => upTo(count).map(() => aJoin(room, { lane }));
        if (before + priority > 0) await store.join([...joins(before), ...joins(priority, 'priority')]);
        const [answers, ...draws] = await Promise.all([
          Promise.all(upTo(during).map((index) => inOneOf(index).join(joins(1)))),
          ...upTo(3).map((index) => inOneOf(index).fixDraw(room)),
        ]);
        const [draw] = draws;
        for (const other of draws) expect(other).toEqual(draw);
        expect(draw?.priority).toBe(priority);
        expect(draw?.late).toBe(0);
        expect(draw?.general).toBeGreaterThanOrEqual(before);
        expect(draw?.general).toBeLessThanOrEqual(before + answers.length);
        await store.join(joins(2));
        expect(await store.fixDraw(room)).toEqual(draw);
      }),
      RUNS,
    );
  });

  test('counters never fall and lapsed never passes serving, whatever a leader says', async () => {
    const term = await leads('monotone');
    const count = fc.nat(50);
    const advances = fc.array(fc.record({ serving: count, lapsed: count }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(advances, async (wanted) => {
        const room = await aRoom();
        let before = { serving: 0, lapsed: 0 };
        for (const { serving, lapsed } of wanted) {
          expect(await store.advance(room, term, general(serving, lapsed))).toBe(true);
          const after = (await countsOf(room))?.general ?? noCounts.general;
          expect(after.serving).toBe(Math.max(before.serving, serving));
          expect(after.lapsed).toBe(Math.max(before.lapsed, Math.min(lapsed, after.serving)));
          before = after;
        }
      }),
      RUNS,
    );
  });

  test('numbers are given while the leader calls them, without a deadlock', async () => {
    const room = await aRoom();
    const term = await leads('busy');
    const every = { serving: 0, lapsed: 0 };
    const answers = await Promise.all([
      ...upTo(60).map((index) => inOneOf(index).join([aJoin(room, { lane: 'priority' }), aJoin(room)])),
      ...upTo(60).map(async (index) => {
        const at = { ...every, serving: index };
        await inOneOf(index + 1).advance(room, term, { priority: at, general: at, late: at });
        await inOneOf(index).fixDraw(room);
        return [];
      }),
    ]);
    expect(numbersOf(answers.flat(), 'general')).toEqual(upTo(60));
    expect(await countsOf(room)).toMatchObject({ general: { issued: 60, serving: 59 }, priority: { issued: 60, serving: 59 } });
  });

  /** The lease of this holder, once the one before is over. */
  async function leads(holder: string, seconds = 0.3): Promise<number> {
    await expect.poll(() => store.lead(`${holder} ${name}`, seconds), { interval: 100 }).not.toBeNull();
    return (await store.lead(`${holder} ${name}`, seconds)) as number;
  }

  test('one process leads at a time, keeps its term, and the next one has a later term', async () => {
    const first = await leads('first', 2);
    expect(await others[0]?.lead('second', 2)).toBeNull();
    expect(await leads('first', 2)).toBe(first);
    const second = await leads('second', 2);
    expect(second).toBeGreaterThan(first);
    expect(await store.lead(`first ${name}`, 2)).toBeNull();
  });

  test('what a leader of an earlier term writes is refused, also in rooms where the next one has not written', async () => {
    const room = await aRoom();
    const earlier = await leads('earlier', 0.2);
    expect(await store.advance(room, earlier, general(3))).toBe(true);
    const later = await leads('later');
    expect(await others[0]?.advance(room, earlier, general(9))).toBe(false);
    expect(await countsOf(room)).toMatchObject({ general: { serving: 3 } });
    expect(await store.advance(room, later, general(4))).toBe(true);
    expect(await others[0]?.advance(room, earlier, general(9))).toBe(false);
    expect(await countsOf(room)).toMatchObject({ general: { serving: 4 } });
  });

  test('of two leaders at once exactly one has the lease', async () => {
    await leads('before', 0.1);
    await sleep(200);
    const terms = await Promise.all(upTo(6).map((index) => inOneOf(index).lead(`candidate ${index} ${name}`, limit(500) / 1000)));
    expect(terms.filter((term) => term !== null)).toHaveLength(1);
  });

  test('a position goes in once, however many come with it at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { minLength: 2, maxLength: 12 }), async (positions) => {
        const room = await aRoom();
        // Each with a number of its own: only the first of a position may have it.
        const outcomes = await Promise.all(
          positions.map((position, index) => inOneOf(index).redeem(aRedemption(room, position, { ticket: `ticket-${index}` }))),
        );
        const different = new Set(positions).size;
        expect(outcomes.filter(({ kind }) => kind === 'inside')).toHaveLength(different);
        expect(outcomes.filter(({ kind }) => kind === 'taken')).toHaveLength(positions.length - different);
        expect(await store.passes(room)).toEqual({ inside: different, redeemed: different, redeemedLately: different });
      }),
      RUNS,
    );
  });

  test('the same number comes in again as long as its pass is good, also after its turn, and its end does not move', async () => {
    const room = await aRoom();
    const first = await store.redeem(aRedemption(room, 0));
    expect(first).toMatchObject({ kind: 'inside' });
    await sleep(1100);
    expect(await others[0]?.redeem(aRedemption(room, 0, { mayStart: false }))).toEqual(first);
    expect(await store.redeem(aRedemption(room, 1, { mayStart: false }))).toEqual({ kind: 'unused' });
    expect(await store.passes(room)).toMatchObject({ redeemed: 1 });
  });

  test('the first account that comes with a number has it from then on', async () => {
    const room = await aRoom();
    const redeem = async (holder: string | null, of = store) => (await of.redeem(aRedemption(room, 0, { holder }))).kind;
    expect(await redeem(null)).toBe('inside');
    const race = await Promise.all([redeem('ana'), redeem('luis', others[0]), redeem('eva', others[1])]);
    expect([...race].sort()).toEqual(['inside', 'taken', 'taken']);
    const winner = ['ana', 'luis', 'eva'][race.indexOf('inside')] as string;
    expect(await redeem(winner)).toBe('inside');
    expect(await redeem(null)).toBe('inside');
    expect(await redeem('somebody else')).toBe('taken');
  });

  test('a stranger’s number does not bind the account of a position', async () => {
    const room = await aRoom();
    await store.redeem(aRedemption(room, 0));
    expect(await store.redeem(aRedemption(room, 0, { ticket: 'forged', holder: 'thief' }))).toEqual({ kind: 'taken' });
    expect(await store.redeem(aRedemption(room, 0, { holder: 'ana' }))).toMatchObject({ kind: 'inside' });
  });

  test('a pass ends by time and makes room', async () => {
    const room = await aRoom();
    const passSeconds = Math.ceil(limit(1000) / 1000);
    const { kind } = await store.redeem(aRedemption(room, 0, { passSeconds }));
    await store.redeem(aRedemption(room, 1));
    expect({ kind, ...(await store.passes(room)) }).toMatchObject({ kind: 'inside', inside: 2 });
    await sleep(passSeconds * 1000 + 100);
    expect(await store.redeem(aRedemption(room, 0, { passSeconds }))).toEqual({ kind: 'over' });
    expect(await store.passes(room)).toEqual({ inside: 1, redeemed: 2, redeemedLately: 2 });
  });

  test('who leaves makes room at once, and only with their own number', async () => {
    const room = await aRoom();
    await store.redeem(aRedemption(room, 0));
    await store.leave(aRedemption(room, 0, { ticket: 'another' }));
    await store.leave(aRedemption(room, 1));
    await store.leave(aRedemption(room, 0, { lane: 'priority' }));
    expect(await store.passes(room)).toMatchObject({ inside: 1 });
    await others[0]?.leave(aRedemption(room, 0));
    await store.leave(aRedemption(room, 0));
    expect(await store.passes(room)).toMatchObject({ inside: 0, redeemed: 1 });
    expect(await store.redeem(aRedemption(room, 0))).toEqual({ kind: 'over' });
  });

  test('those who went in are counted by lane, and apart where their turn is not over', async () => {
    const room = await aRoom();
    const term = await leads('counting');
    await store.advance(room, term, general(10));
    for (const position of [0, 3, 4, 9]) await store.redeem(aRedemption(room, position));
    await store.redeem(aRedemption(room, 3, { lane: 'priority', ticket: 'first lane' }));
    expect(await store.passes(room)).toEqual({ inside: 5, redeemed: 5, redeemedLately: 5 });
    await store.advance(room, term, general(10, 4));
    expect(await store.passes(room)).toEqual({ inside: 5, redeemed: 5, redeemedLately: 3 });
  });

  test('what happens in a room changes nothing in another, nor in another opening of the same performance', async () => {
    const rooms = [await aRoom(), await aRoom(), await aRoom(elsewhere)] as const;
    const [busy, ...quiet] = rooms;
    for (const room of quiet) await store.join([aJoin(room, { holder: 'ana' })]);
    const stateOf = async (room: RoomKey) => ({ counts: await countsOf(room), passes: await store.passes(room) });
    const before = await Promise.all(quiet.map(stateOf));
    const term = await leads('apart');
    expect(await store.join(upTo(5).map(() => aJoin(busy, { holder: 'ana' })))).toHaveLength(5);
    await store.fixDraw(busy);
    await store.advance(busy, term, general(5, 2));
    await store.redeem(aRedemption(busy, 0));
    expect(await Promise.all(quiet.map(stateOf))).toEqual(before);
    expect(await store.fixDraw(rooms[1])).toEqual({ priority: 0, general: 1, late: 0 });
  });

  test('opening a room again raises counters that are behind, and none falls', async () => {
    const room = await aRoom();
    const atLeast = { ...noCounts, general: { issued: 500, serving: 20, lapsed: 10 } };
    await store.open(room, atLeast);
    await store.open(room);
    await store.open(room, { ...noCounts, general: { issued: 400, serving: 30, lapsed: 0 } });
    expect((await countsOf(room))?.general).toEqual({ issued: 500, serving: 30, lapsed: 10 });
    expect(await store.join([aJoin(room)])).toMatchObject([{ number: 500 }]);
  });

  test('a room that was never opened has no numbers to give, and counts nothing', async () => {
    const room = { performanceId, epoch: ++openings };
    await expect(store.join([aJoin(room)])).rejects.toThrow(/has no lane/);
    expect(await countsOf(room)).toEqual(noCounts);
    expect([...(await store.lanes([])).keys()]).toEqual([]);
  });
});

describe.each(storeNames().filter((name) => name !== 'PostgreSQL'))('when %s fails', (name) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await startStore(name, db);
  });
  afterAll(() => under.stop());

  async function aRoomIn(store: QueueStore): Promise<RoomKey> {
    const room = { performanceId, epoch: ++openings };
    await store.open(room);
    return room;
  }

  test('the reopened room goes on behind all numbers that were ever answered, and behind everything that was called', async () => {
    const [one, other] = [under.connect(), under.connect()];
    const room = await aRoomIn(one);
    const answered: number[] = [];
    const joinUntilItFails = async (store: QueueStore) => {
      for (;;) {
        const answers = await store.join(upTo(7).map(() => aJoin(room))).catch(() => null);
        if (answers === null) return;
        answered.push(...numbersOf(answers, 'general'));
      }
    };
    for (let losses = 0; losses < 3; losses++) {
      const before = answered.length;
      const crowd = [one, other, one, other].map(joinUntilItFails);
      await expect.poll(() => answered.length).toBeGreaterThan(before + 150);
      const served = answered.length >> 1;
      const term = await one.lead(`leader ${losses}`, 0.1);
      expect(await one.advance(room, term ?? 0, general(served, served >> 1))).toBe(true);
      await under.valkey?.kill();
      await Promise.all(crowd);
      await expect(one.lanes([room])).rejects.toThrow();
      await under.valkey?.restart();
      await expect.poll(() => one.lanes([room]).catch(() => null)).not.toBeNull();
      const { issued, serving, lapsed } = (await one.lanes([room])).get(performanceId)?.general ?? noCounts.general;
      expect(issued).toBeGreaterThan(Math.max(...answered));
      // Not so far behind that people would wait for positions that are nobody's.
      expect(issued - Math.max(...answered)).toBeLessThan(2 * 100 + answered.length / 10 + 40);
      expect({ serving, lapsed }).toEqual({ serving: served, lapsed: served >> 1 });
      // Whichever process is first.
      await expect.poll(() => other.join([aJoin(room)]).catch(() => null)).not.toBeNull();
    }
    expect(new Set(answered).size).toBe(answered.length);
  });

  test('the draw is the same after the loss of the store, and terms of leaders grow on', async () => {
    const store = under.connect();
    const room = await aRoomIn(store);
    await store.join(upTo(12).map(() => aJoin(room)));
    const draw = await store.fixDraw(room);
    await expect.poll(() => store.lead('before the loss', 5)).not.toBeNull();
    const term = (await store.lead('before the loss', 5)) ?? 0;
    await under.valkey?.kill();
    await under.valkey?.restart();
    await expect.poll(() => store.fixDraw(room).catch(() => null)).toEqual(draw);
    expect(await store.lead('after the loss', 5)).toBeGreaterThan(term);
    expect(await store.advance(room, term, general(9))).toBe(false);
  });

  test('while it does not answer every method throws soon, and works again when it does', async () => {
    const store = under.connect();
    const room = await aRoomIn(store);
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      join: () => store.join([aJoin(room)]),
      fixDraw: () => store.fixDraw(room),
      redeem: () => store.redeem(aRedemption(room, 0)),
      leave: () => store.leave(aRedemption(room, 0)),
      lanes: () => store.lanes([room]),
      passes: () => store.passes(room),
      crowdedNetworks: () => store.crowdedNetworks(room, 1),
      lead: () => store.lead('leader', 1),
      advance: () => store.advance(room, 1, general(1)),
      open: () => store.open(room),
    };
    const failsSoon = async () => {
      const began = performance.now();
      const outcomes = await Promise.allSettled(Object.values(calls).map((call) => call()));
      expect(outcomes.map(({ status }) => status)).toEqual(Object.keys(calls).map(() => 'rejected'));
      return performance.now() - began;
    };
    under.valkey?.pause();
    expect(await failsSoon()).toBeLessThan(limit(4000));
    under.valkey?.resume();
    await expect.poll(() => store.lanes([room]).catch(() => null)).not.toBeNull();
    await under.valkey?.kill();
    await failsSoon();
    expect(await failsSoon()).toBeLessThan(limit(4000));
    // A process that starts meanwhile.
    await expect(under.connect().lanes([room])).rejects.toThrow();
    await under.valkey?.restart();
    await expect.poll(() => store.join([aJoin(room)]).catch(() => null)).toMatchObject([{ kind: 'joined' }]);
  });

  test.runIf(name === 'Valkey')('keys of a room go some days after their last use', async () => {
    const store = under.connect();
    const room = await aRoomIn(store);
    await store.join([aJoin(room, { holder: 'ana', solution: `kept-${openings}` })]);
    await store.redeem(aRedemption(room, 0));
    await store.fixDraw(room);
    const client = new Valkey(under.valkey?.port ?? 0);
    const keys = await client.keys(`{q:${performanceId}}:${room.epoch}:*`);
    const left = await Promise.all(keys.map((key) => client.ttl(key)));
    client.disconnect();
    expect(keys.length).toBeGreaterThan(5);
    for (const seconds of left) expect(seconds / 86_400).toBeCloseTo(14, 1);
  });
});
