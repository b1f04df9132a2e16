import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitOf, messageFor } from '../../../app/purchase/clock/exits.ts';
import { minutes, noon, otherId, purchase } from './purchases.ts';
import { browser } from './tabs.ts';

const TIMER = 'butaca.timer';
const expired = 'Your purchase time limit has expired';
const otherTab = 'You have started a purchase in another tab of your browser';
const idle = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('taking places starts the clock, stored under its wire names for all tabs (EN-041, EN-042, EN-049)', async () => {
  const { tab, stored } = browser();
  await tab(7).started(purchase(), 101);
  expect(stored(TIMER)).toEqual({
    cEstado: 'INICIADO',
    ctProcess: 'CART',
    dDesde: '2026-11-21T12:00:00.000Z',
    dMaxima: '2026-11-21T12:12:00.000Z',
    nMinutos: 12,
    idProcesoDeCompra: purchase().id,
    idFuncion: 101,
    cUltimaSituacion: 'NUEVO PROCESO',
    aTabId: [7],
    nTabIdPrincipal: 7,
    dUpdateTabIdPrincipal: '2026-11-21T12:00:00.000Z',
  });
  expect(stored('butaca.purchase')).toMatchObject({ idProcesoDeCompra: purchase().id, oCantidadTotal: { nCantidadTotal: 2 } });
  expect(stored('butaca.process')).toEqual({ idProcesoDeCompraInvalidar: purchase().id });
});

test('the clock reads its timer every second (EX-008, CO-002)', async () => {
  const clock = browser().tab(1);
  await clock.started(purchase());
  const read: number[] = [];
  const stop = clock.subscribe(() => read.push(clock.secondsLeft()));
  await pass(3000);
  stop();
  await pass(3000);
  expect(read).toEqual([719, 718, 717]);
});

test('an expired purchase is cancelled and invalidated once, whichever tab notices it (PT-020, ER-001)', async () => {
  const { tab, stored, invalidated } = browser();
  const tabs = [tab(1), tab(2), tab(3)];
  await tabs[0]?.started(purchase());
  for (const clock of tabs) clock.subscribe(idle);
  await pass(minutes(12));
  expect(stored(TIMER)?.cEstado).toBe('INICIADO');
  await pass(1000);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET', cMensaje: expired, cOrigen: 'INV009' });
  expect(stored('butaca.purchase')).toBeNull();
  expect(invalidated).toEqual([purchase().id]);
  for (const clock of tabs) expect(clock.get().timer.message).toBe(expired);
});

test('a clock that does not know the server’s time ends nothing, and asks every ten seconds until it does', async () => {
  let known = false;
  const { tab, stored, invalidated, asked } = browser({ isKnown: () => known });
  const clock = tab(1);
  await clock.started(purchase());
  clock.subscribe(idle);
  await pass(minutes(12) + 31_000);
  expect([stored(TIMER)?.cEstado, invalidated]).toEqual(['INICIADO', []]);
  expect(asked()).toBeGreaterThan(1);
  expect(asked()).toBeLessThan(5);
  known = true;
  await pass(11_000);
  expect([stored(TIMER)?.cEstado, invalidated]).toEqual(['RESET', [purchase().id]]);
});

test('an expiry noticed on a buy screen carries that screen’s origin (ER-001)', async () => {
  for (const [place, origin] of [
    ['buyScreen', 'INV0010'],
    ['boxScreen', 'INV011'],
  ] as const) {
    const { tab, stored } = browser();
    const clock = tab(1);
    const leave = clock.expiresOn(place);
    await clock.started(purchase());
    const stop = clock.subscribe(idle);
    await pass(minutes(13));
    expect(stored(TIMER)?.cOrigen).toBe(origin);
    leave();
    stop();
  }
});

const twelve = { startedAt: noon, deadline: noon + minutes(12) };
/** The device's clock is set; no time passes. */
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a tab that slept over the deadline, its time standing still, asks when it wakes and ends as the server did (PT-004)', async () => {
  const { tab, stored, asked } = browser({ answer: () => purchase({ ...twelve, stage: 'expired', serverNow: noon + minutes(200) }) });
  const clock = tab(1);
  await clock.started(purchase({ ...twelve, serverNow: noon }));
  clock.subscribe(idle);
  jump(minutes(200));
  await pass(2000);
  expect(stored(TIMER)?.cMensaje).toBe(expired);
  expect(asked()).toBe(1);
});

test('a tab whose timers were late, while time went on, cancels at its next tick (PT-004)', async () => {
  const { tab, stored, invalidated } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  await pass(minutes(200));
  clock.subscribe(idle);
  await pass(1000);
  expect(stored(TIMER)?.cMensaje).toBe(expired);
  expect(invalidated).toHaveLength(1);
});

test('a device whose clock jumps, forward or back, keeps the time that the server gives and asks it once', async () => {
  for (const ms of [minutes(15), minutes(-10)]) {
    vi.setSystemTime(noon);
    const { tab, stored, asked, invalidated } = browser({ answer: () => undefined });
    const clock = tab(1);
    await clock.started(purchase({ ...twelve, serverNow: noon }));
    clock.subscribe(idle);
    jump(ms);
    await pass(9000);
    expect(clock.secondsLeft()).toBe(711);
    expect(stored(TIMER)?.cEstado).toBe('INICIADO');
    expect(asked()).toBe(1);
    expect(invalidated).toEqual([]);
  }
});

test('a tab that was opened before the purchase counts by the time that another tab was answered', async () => {
  vi.setSystemTime(noon + minutes(12));
  const { tab } = browser();
  const [one, two] = [tab(1), tab(2)];
  two.subscribe(idle);
  await one.started(purchase({ ...twelve, serverNow: noon }));
  await pass(1000);
  expect(two.secondsLeft()).toBe(719);
});

test('before the time ends a purchase the server is asked once, and its answer corrects the timer (PT-005, PT-020)', async () => {
  let at = noon;
  const { tab, stored, asked, invalidated } = browser({
    answer: () => purchase({ ...twelve, deadline: noon + minutes(14), serverNow: at }),
  });
  const clock = tab(1);
  await clock.started(purchase({ ...twelve, serverNow: noon }));
  clock.subscribe(idle);
  at = noon + minutes(12) + 1000;
  await pass(minutes(12) + 1000);
  expect(asked()).toBe(1);
  expect(clock.secondsLeft()).toBe(119);
  expect(stored(TIMER)?.cEstado).toBe('INICIADO');
  at = noon + minutes(14) + 1000;
  await pass(minutes(2) + 1000);
  expect(asked()).toBe(2);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET', cMensaje: expired });
  expect(invalidated).toEqual([purchase().id]);
});

test('a server that does not answer at the end holds the end up for eight seconds', async () => {
  const { tab, stored, asked } = browser({ answer: () => new Promise(() => undefined) });
  const clock = tab(1);
  await clock.started(purchase({ ...twelve, serverNow: noon }));
  clock.subscribe(idle);
  await pass(minutes(12) + 5000);
  expect(stored(TIMER)?.cEstado).toBe('INICIADO');
  await pass(5000);
  expect(asked()).toBe(1);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET', cMensaje: expired });
});

test('a second cancel does nothing: no call, no other message (PT-014)', async () => {
  const { tab, stored, invalidated } = browser();
  const [one, two] = [tab(1), tab(2)];
  await one.started(purchase());
  const done = await Promise.all([one.cancel('Your purchase process has been canceled', 'cart'), two.cancel(expired, 'barClock')]);
  expect(done).toEqual([true, false]);
  expect(stored(TIMER)).toMatchObject({ cMensaje: 'Your purchase process has been canceled', cOrigen: 'INV001' });
  expect(invalidated).toEqual([purchase().id]);
});

test('emptying the cart says so with its origin, resets both timers and clears the purchase (ER-003, PT-018, AN-002)', async () => {
  const { tab, stored } = browser();
  const own = new Map<string, string>();
  const clock = tab(1, own);
  await clock.started(purchase());
  expect(JSON.parse(own.get('butaca.local-timer') ?? '')).toEqual({
    cEstado: 'INICIADO',
    nTabId: 1,
    dUpdate: '2026-11-21T12:00:00.000Z',
  });
  await clock.cancel('Your purchase process has been canceled', 'cart');
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET', dReset: '2026-11-21T12:00:00.000Z', cOrigen: 'INV001' });
  expect(JSON.parse(own.get('butaca.local-timer') ?? '').cEstado).toBe('RESET');
  expect(stored('butaca.purchase')).toBeNull();
  expect(stored('butaca.process')).toBeNull();
});

test('a box office purchase is not invalidated when its time is over (PT-016)', async () => {
  const { tab, invalidated, stored } = browser();
  const clock = tab(1);
  await clock.started(purchase({ type: 'box' }));
  clock.subscribe(idle);
  await pass(minutes(13));
  expect(stored(TIMER)?.cEstado).toBe('RESET');
  expect(invalidated).toEqual([]);
});

test('the second tab that selects itself becomes the principal one, and the first shows the message (PT-021, PT-030, ER-002)', async () => {
  const { tab, stored } = browser();
  const [one, two] = [tab(1), tab(2)];
  await one.started(purchase());
  one.subscribe(idle);
  await two.selectTab();
  await pass(1000);
  expect(exitOf(one.get().timer, one.get().local, { box: false })).toBe('other-tab');
  expect(exitOf(two.get().timer, two.get().local, { box: false })).toBeNull();

  await one.leftToOtherTab();
  expect(stored(TIMER)).toMatchObject({
    cEstado: 'INICIADO',
    cMensaje: 'You have started a purchase in another tab of your browser',
    cOrigen: '',
    aTabId: [1, 2],
    nTabIdPrincipal: 2,
  });
});

test('an answer in the second tab does not clear the first tab’s message; only another takeover does', async () => {
  const { tab, stored } = browser();
  const [one, two] = [tab(1), tab(2)];
  await one.started(purchase());
  one.subscribe(idle);
  await two.started(purchase());
  await one.leftToOtherTab();
  await two.updated(purchase());
  await two.started(purchase());
  expect(messageFor(one.get().timer, one.get().local)).toBe(otherTab);
  expect(messageFor(two.get().timer, two.get().local)).toBeUndefined();

  await one.started(purchase());
  expect(stored(TIMER)).not.toHaveProperty('cMensaje');
});

test('a tab keeps its message until it is read, also when the other tab writes what it saw before', async () => {
  const { tab, stored, put } = browser();
  const [one, two] = [tab(1), tab(2)];
  await one.started(purchase());
  one.subscribe(idle);
  await two.started(purchase());
  const seenByTwo = JSON.stringify(stored(TIMER));
  await one.leftToOtherTab();
  put(TIMER, seenByTwo);
  await pass(1000);
  expect(messageFor(one.get().timer, one.get().local)).toBe(otherTab);
  expect(messageFor(two.get().timer, two.get().local)).toBeUndefined();
  await one.messageRead();
  expect(messageFor(one.get().timer, one.get().local)).toBeUndefined();
});

test('two tabs that start the same purchase at once leave one principal tab and one deadline (EN-045)', async () => {
  const { tab, stored } = browser();
  const own = [new Map<string, string>(), new Map<string, string>()];
  await Promise.all(own.map((texts, index) => tab(index + 1, texts).started(purchase())));
  expect(stored(TIMER)).toMatchObject({ aTabId: [1, 2], nTabIdPrincipal: 2, cUltimaSituacion: 'REUSA PROCESO' });
  expect(own.map((texts) => JSON.parse(texts.get('butaca.local-timer') ?? '').nTabId)).toEqual([1, 2]);
});

test('a duplicated tab does not take itself for the one it was copied from (EN-047)', async () => {
  const { tab } = browser();
  const own = new Map<string, string>();
  await tab(1, own).started(purchase());
  const copy = tab(2, new Map(own));
  await copy.updated(purchase());
  expect(exitOf(copy.get().timer, { state: 'reset', tabId: 2 }, { box: false })).toBe('other-tab');
});

test('a browser ten minutes wrong ends the purchase when the server does', async () => {
  vi.setSystemTime(noon + minutes(10));
  const { tab, stored } = browser();
  const clock = tab(1);
  await clock.started(purchase({ startedAt: noon, deadline: noon + minutes(12), serverNow: noon }));
  clock.subscribe(idle);
  expect(clock.secondsLeft()).toBe(720);
  await pass(minutes(12));
  expect(stored(TIMER)?.cEstado).toBe('INICIADO');
  await pass(1000);
  expect(stored(TIMER)?.cEstado).toBe('RESET');
});

test('while a charge runs no tab finishes, cancels or clears the purchase (PT-020)', async () => {
  const { tab, stored, invalidated } = browser();
  const [one, two] = [tab(1), tab(2)];
  await one.started(purchase());
  for (const clock of [one, two]) clock.subscribe(idle);
  await pass(minutes(11));
  expect(await two.charging()).toBe(false);
  expect(await one.charging()).toBe(true);
  expect(await two.cancel('m', 'cart')).toBe(false);
  await pass(minutes(3));
  expect(stored(TIMER)).toMatchObject({ cEstado: 'INICIADO', cUltimaSituacion: 'COBRANDO' });
  expect(stored('butaca.purchase')).not.toBeNull();
  expect(invalidated).toEqual([]);

  await one.paid(purchase().id);
  expect(stored(TIMER)?.cEstado).toBe('RESET');
  expect(stored(TIMER)?.cMensaje).toBeUndefined();
  expect(invalidated).toEqual([]);
  expect(one.isPaidHere(purchase().id)).toBe(true);
});

test('a charge that begins after the time is refused', async () => {
  const { tab } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  await pass(minutes(12) + 1);
  expect(await clock.charging()).toBe(false);
});

test('after a decline the deadline of the server counts, and without one the old', async () => {
  const { tab, stored } = browser();
  const clock = tab(1);
  clock.subscribe(idle);
  const told = (at: number, deadline: number) => purchase({ startedAt: noon, deadline, serverNow: at });
  await clock.started(told(noon, noon + minutes(12)));
  await clock.charging();
  await pass(minutes(13));
  await clock.chargeEnded(told(noon + minutes(13), noon + minutes(16)));
  expect(clock.secondsLeft()).toBe(180);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'INICIADO', cUltimaSituacion: 'REUSA PROCESO' });

  await clock.charging();
  await pass(minutes(4));
  await clock.chargeEnded();
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET', cMensaje: expired });
});

test('an answer that was sent before the charge does not end its protection', async () => {
  const { tab } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  await clock.charging();
  await clock.updated(purchase({ stage: 'open' }));
  expect(clock.get().timer.situation).toBe('charging');
});

test('a charge that has to be verified stays protected, and the tab that made it asks what became of it after the deadline', async () => {
  const later = { startedAt: noon, deadline: noon + minutes(20) };
  let answer = () => purchase({ stage: 'paying' });
  const { tab, stored, asked, invalidated } = browser({ answer: () => answer() });
  const clock = tab(1);
  clock.subscribe(idle);
  await clock.started(purchase());
  await clock.charging();
  clock.chargeToVerify();
  expect(await clock.cancel('m', 'cart')).toBe(false);
  await pass(minutes(12));
  expect(asked()).toBe(0);
  await pass(minutes(1));
  expect(asked()).toBeGreaterThan(0);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'INICIADO', cUltimaSituacion: 'COBRANDO' });

  answer = () => purchase({ ...later, stage: 'open', serverNow: Date.now() });
  await pass(15_000);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'INICIADO', cUltimaSituacion: 'REUSA PROCESO' });
  expect(clock.secondsLeft()).toBeGreaterThan(360);
  expect(invalidated).toEqual([]);
});

test('after a charge that has to be verified, the clock counts again as soon as the server says the purchase is open', async () => {
  const { tab, stored } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  await clock.charging();
  clock.chargeToVerify();
  await clock.updated(purchase({ stage: 'paying' }));
  expect(stored(TIMER)?.cUltimaSituacion).toBe('COBRANDO');
  await clock.updated(purchase({ stage: 'open' }));
  expect(stored(TIMER)?.cUltimaSituacion).toBe('REUSA PROCESO');
});

test('a charge whose tab was closed is checked with the server after the deadline, not every second', async () => {
  let stage: 'paying' | 'paid' = 'paying';
  const { tab, stored, asked } = browser({ answer: () => purchase({ stage }) });
  await tab(1).started(purchase({ stage: 'paying' }));
  tab(2).subscribe(idle);
  await pass(minutes(12));
  expect(asked()).toBe(0);
  await pass(60_000);
  expect(asked()).toBeGreaterThan(3);
  expect(asked()).toBeLessThan(8);
  expect(stored(TIMER)?.cUltimaSituacion).toBe('COBRANDO');
  stage = 'paid';
  await pass(15_000);
  expect(stored(TIMER)?.cEstado).toBe('RESET');
});

test('a purchase that was read is stored with its performances and its number of places (AN-001)', async () => {
  const answer = purchase({
    performances: [
      { id: 101, placeCount: 1 },
      { id: 102, placeCount: 2 },
    ],
    quantity: { total: 3 },
  });
  const { tab, stored } = browser({ answer: () => answer });
  const clock = tab(1);
  await clock.started(purchase());
  await clock.refresh();
  expect(stored('butaca.purchase')).toMatchObject({
    listaFuncion: [
      { idFuncion: 101, nCantidadPosiciones: 1 },
      { idFuncion: 102, nCantidadPosiciones: 2 },
    ],
    oCantidadTotal: { nCantidadTotal: 3 },
  });
  expect(clock.get().purchase).toEqual(answer);
});

test('an answer about another purchase, or after the end, changes nothing', async () => {
  const { tab, stored } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  const before = stored(TIMER);
  await clock.updated(purchase({ id: otherId }));
  expect(stored(TIMER)).toEqual(before);
  await clock.cancel('m', 'cart');
  await clock.updated(purchase());
  expect(stored(TIMER)?.cEstado).toBe('RESET');
});

test('a purchase cancelled by the server shows the message for it', async () => {
  const { tab, stored, invalidated } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  await clock.updated(purchase({ stage: 'cancelled' }));
  expect(stored(TIMER)?.cMensaje).toBe('Your purchase process has been canceled');
  expect(invalidated).toEqual([]);
});

test('a message that has been read is gone in every tab', async () => {
  const { tab, stored } = browser();
  const clock = tab(1);
  await clock.started(purchase());
  await clock.cancel('m', 'cart');
  await clock.messageRead();
  expect(stored(TIMER)).not.toHaveProperty('cMensaje');
  expect(stored(TIMER)).not.toHaveProperty('cOrigen');
});

test('leaving through the bar resets a box office purchase and this tab’s timer, and no other (TB-035, TB-036)', async () => {
  const { tab, stored } = browser();
  const own = new Map<string, string>();
  const clock = tab(1, own);
  await clock.started(purchase());
  await clock.resetBox();
  expect(stored(TIMER)?.cEstado).toBe('INICIADO');

  await clock.started(purchase({ id: otherId, type: 'box' }));
  await clock.resetBox();
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET', ctProcess: 'BOX' });
  expect(stored(TIMER)).not.toHaveProperty('cMensaje');
  expect(JSON.parse(own.get('butaca.local-timer') ?? '')).toMatchObject({ cEstado: 'RESET', nTabId: 1 });
});

test('a sale that was left through the bar can be gone on with in its tab, until another one begins or somebody else logs in (TB-035)', async () => {
  const { tab, invalidated } = browser();
  const own = new Map<string, string>();
  const clock = tab(1, own);
  const sale = purchase({ id: otherId, type: 'box' });
  const isLeft = () => clock.get().left?.id ?? null;
  const left = async () => {
    await clock.started(sale);
    await clock.resetBox();
    expect([isLeft(), tab(2).get().left]).toEqual([otherId, null]);
  };
  await left();
  expect(clock.get().left?.deadline).toBeGreaterThan(0);
  await clock.resetBox();
  expect(isLeft()).toBe(otherId);
  await clock.started(sale);
  expect([isLeft(), clock.get().timer.state]).toEqual([null, 'started']);
  await left();
  await clock.started(purchase({ id: 'YW50ZXJpb3ItY29tcHJhMQ', type: 'box' }));
  expect(isLeft()).toBeNull();
  await left();
  await clock.follow([]);
  expect(isLeft()).toBeNull();
  await left();
  await clock.cancel('m');
  expect(isLeft()).toBeNull();
  expect(invalidated).toEqual([]);
});

test('a sale that is given up at the counter frees its places at once, one that is being paid or stands in another tab does not', async () => {
  const { tab, stored, invalidated } = browser();
  const clock = tab(1, new Map());
  await clock.started(purchase({ id: otherId, type: 'box' }));
  await clock.charging();
  await clock.giveUpBox(otherId);
  expect([stored(TIMER)?.cEstado, invalidated]).toEqual(['INICIADO', []]);
  await clock.chargeEnded();
  await clock.resetBox();
  await clock.started(purchase({ id: 'YW50ZXJpb3ItY29tcHJhMQ', type: 'box' }));
  // What was left before, while another sale goes on.
  await clock.giveUpBox(otherId);
  expect([stored(TIMER)?.cEstado, invalidated]).toEqual(['INICIADO', [otherId]]);
  await clock.giveUpBox('YW50ZXJpb3ItY29tcHJhMQ');
  expect([stored(TIMER)?.cEstado, invalidated]).toEqual(['RESET', [otherId, 'YW50ZXJpb3ItY29tcHJhMQ']]);
  expect(clock.get().left).toBeNull();
});

test('what stands in storage and is no timer is a reset one (PT-002)', async () => {
  for (const text of ['', 'x', '{}', '{"cEstado":"OTRO"}', 'null', '[]']) {
    const { tab, put } = browser();
    put(TIMER, text);
    expect(tab(1).get().timer.state, text).toBe('reset');
  }
});

test('after a log-in the account’s running purchase goes on here, and this tab owns it', async () => {
  const { tab, stored } = browser();
  const clock = tab(7);
  await clock.follow([purchase({ id: otherId, stage: 'paying' }), purchase(), purchase({ id: 'YW50ZXJpb3ItY29tcHJhMQ' })]);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'INICIADO', idProcesoDeCompra: purchase().id, nTabIdPrincipal: 7 });
  expect(clock.get().purchase?.id).toBe(purchase().id);
});

test('one that runs here already stays, as the server has it now', async () => {
  const { tab, stored } = browser();
  const clock = tab(1);
  await clock.started(purchase(), 101);
  await clock.follow([purchase({ id: otherId }), purchase({ quantity: { total: 3 } })]);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'INICIADO', idProcesoDeCompra: purchase().id });
  expect(clock.get().purchase?.quantity.total).toBe(3);
});

test('what another account left in this browser is put away: without a message, and it stays that account’s', async () => {
  const { tab, stored, invalidated } = browser();
  const clock = tab(1);
  await clock.started(purchase(), 101);
  await clock.follow([]);
  expect(stored(TIMER)).toMatchObject({ cEstado: 'RESET' });
  expect(stored(TIMER)).not.toHaveProperty('cMensaje');
  expect([stored('butaca.purchase'), stored('butaca.process'), invalidated]).toEqual([null, null, []]);
  await clock.started(purchase(), 101);
  await clock.follow([purchase({ id: otherId })]);
  expect(clock.get().purchase?.id).toBe(otherId);
  expect(invalidated).toEqual([]);
});

test('without a purchase in the account nothing starts, and a counter keeps its own', async () => {
  const { tab, stored } = browser();
  const clock = tab(1);
  await clock.follow([]);
  expect(stored(TIMER)).toBeNull();
  await clock.started(purchase({ type: 'box' }), 101);
  const before = stored(TIMER);
  await clock.follow([purchase({ id: otherId })]);
  expect(stored(TIMER)).toEqual(before);
});

test('the end of a purchase is passed on once, however it ended and however many tabs see it (CA-026)', async () => {
  const id = purchase().id;
  const paid = browser();
  const [one, two] = [paid.tab(1), paid.tab(2)];
  await one.started(purchase());
  await Promise.all([one.paid(id), two.paid(id), two.updated(purchase({ stage: 'paid' }))]);
  expect(paid.over()).toEqual([id]);

  const answered = browser();
  await answered.tab(1).started(purchase());
  await answered.tab(1).updated(purchase({ stage: 'paid' }));
  expect(answered.over()).toEqual([id]);

  const cancelled = browser();
  await cancelled.tab(1).started(purchase());
  await Promise.all([cancelled.tab(1).cancel('over'), cancelled.tab(2).cancel('over')]);
  expect(cancelled.over()).toEqual([id]);

  const expiring = browser();
  const tabs = [expiring.tab(1), expiring.tab(2)];
  await tabs[0]?.started(purchase());
  for (const clock of tabs) clock.subscribe(idle);
  await pass(minutes(12) + 1000);
  expect(expiring.over()).toEqual([id]);
});

test('a cart that was emptied is over when that can no longer be undone', async () => {
  const { tab, over } = browser({ answer: () => purchase() });
  const clock = tab(1);
  await clock.started(purchase());
  await clock.emptyCart();
  await clock.undoEmptying();
  await pass(10_000);
  expect(over()).toEqual([]);
  await clock.emptyCart();
  expect(over()).toEqual([]);
  await pass(10_000);
  expect(over()).toEqual([purchase().id]);
});

test('a purchase goes on for its buyer who gave the last place back, and for one who logged in to another account', async () => {
  const choosing = browser();
  await choosing.tab(1).started(purchase());
  await choosing.tab(1).withoutPlaces(purchase().id);
  expect(choosing.over()).toEqual([]);
  const other = browser();
  await other.tab(1).started(purchase());
  await other.tab(1).follow([]);
  expect(other.over()).toEqual([]);
});
