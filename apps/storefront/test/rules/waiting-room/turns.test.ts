import { expect, test } from 'vitest';
import { askAgain } from '../../../app/waiting-room/ask-again.ts';
import { leaveRooms } from '../../../app/waiting-room/leave-rooms.ts';
import { createTurns } from '../../../app/waiting-room/turns.ts';
import { wayInto } from '../../../app/waiting-room/way-in.ts';
import { browserWith, json, LIST, noon, type Reply, TURN, textStore } from './a-browser.ts';

const until = noon + 600_000;
const admitted = (pass = 'pase-1') => json({ redirect_url: '/', cPase: pass, dPaseHasta: new Date(until).toISOString() });
const waits = json({ redirect_url: '' });

test('a queue that was passed is not asked again in any tab while the turn holds (EN-052)', async () => {
  const storage = textStore();
  const first = browserWith({ list: [json([101, 102])], turn: [admitted()], storage });
  expect(await wayInto(first.world, 101)).toBe('enter');
  expect(first.calls()).toEqual([LIST, TURN]);

  const otherTab = browserWith({ list: [json([101, 102])], turn: [waits], storage });
  otherTab.clock.now = until - 1;
  expect(await wayInto(otherTab.world, 101)).toBe('enter');
  expect(otherTab.calls()).toEqual([]);
  expect(await wayInto(otherTab.world, 102)).toBe('wait');
  otherTab.clock.now = until;
  expect(await wayInto(otherTab.world, 101)).toBe('wait');
});

test('a turn without an end is asked for at each visit (EN-052)', async () => {
  const { world, calls } = browserWith({ list: [json([101])], turn: [json({ redirect_url: 'https://otro.example' })] });
  await wayInto(world, 101);
  await wayInto(world, 101);
  expect(calls()).toEqual([LIST, TURN, LIST, TURN]);
});

test('each performance has its own pass, which the server judges even when it should be over; a day later it is forgotten (EN-052)', () => {
  let now = noon;
  const turns = createTurns(textStore(), () => now);
  turns.keep(101, { pass: 'pase-1', passUntil: until });
  turns.keep(102, { pass: 'pase-2', passUntil: until });
  now = until + 1;
  expect([101, 102, 103].map(turns.passFor)).toEqual(['pase-1', 'pase-2', undefined]);
  expect([turns.forget(101), turns.forget(101)]).toEqual([true, false]);
  expect([101, 102].map(turns.passFor)).toEqual([undefined, 'pase-2']);
  now = noon + 24 * 3_600_000;
  expect(turns.passFor(102)).toBeUndefined();
});

/** What follows a refused call of a buyer whose turn is kept. */
async function afterRefusal(turn: readonly Reply[], obstacle: 'missing' | 'accessible_only' = 'missing', enabled = true) {
  const went: string[] = [];
  const { world, calls } = browserWith({ turn, waitingRoom: { enabled } });
  world.turns.keep(101, { pass: 'pase-0', passUntil: until });
  const refused = { performanceId: 101, obstacle } as const;
  const repeats = await askAgain(refused, { ...world, address: '/funcion/hamlet/101?h=a', go: (to) => went.push(to) });
  return { repeats, went, calls: calls(), pass: world.turns.passFor(101) };
}

test('after a call that was refused without a turn, one is asked for: a pass repeats the call, an empty address leads to the waiting page (EN-052)', async () => {
  expect(await afterRefusal([admitted('pase-1')])).toEqual({ repeats: true, went: [], calls: [TURN], pass: 'pase-1' });
  const address = '/fila?qid=101&nextUrl=%2Ffuncion%2Fhamlet%2F101%3Fh%3Da';
  expect(await afterRefusal([waits])).toEqual({ repeats: false, went: [address], calls: [TURN], pass: undefined });
});

test('without an answer the buyer stays where they are, and the refusal is shown', async () => {
  expect(await afterRefusal([500])).toEqual({ repeats: false, went: [], calls: [TURN, TURN], pass: undefined });
});

test('a turn for accessible places stays one, and nothing is asked', async () => {
  expect(await afterRefusal([admitted()], 'accessible_only')).toEqual({ repeats: false, went: [], calls: [], pass: 'pase-0' });
});

test('where the brand has its queue off, a refusal makes no queue call (GU-002, FL-004)', async () => {
  expect(await afterRefusal([admitted()], 'missing', false)).toMatchObject({ repeats: false, went: [], calls: [] });
});

test('the room of each performance that had one is left once, whatever comes of it (CA-026)', async () => {
  const { world, sent } = browserWith({ list: ['no answer'] });
  world.turns.keep(101, { pass: 'pase-1', passUntil: until });
  leaveRooms([101, 102], world);
  leaveRooms([101], world);
  expect(sent).toMatchObject([{ call: `GET /cola/delete/101?e1group=DNC&t=${noon}`, init: { credentials: 'include', keepalive: true } }]);
  expect(world.turns.passFor(101)).toBeUndefined();
  const off = browserWith({ waitingRoom: { enabled: false } });
  off.world.turns.keep(101, {});
  leaveRooms([101], off.world);
  expect(off.calls()).toEqual([]);
});
