import { describe, expect, test } from 'vitest';
import { type GivenPerformance, identifyPerformances, type KnownPerformance } from '../../src/catalogue/import/identify-performances.ts';

const timeZone = 'America/Argentina/Buenos_Aires';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant();

let next = 1;
const known = (local: string, given: Partial<KnownPerformance> = {}): KnownPerformance => ({
  id: next++,
  show: 'la-gaviota',
  key: local.toLowerCase().replace(/[t:]/g, '-'),
  venue: 'sala',
  startsAt: at(local),
  formerStarts: [],
  links: [],
  timeZone,
  isCancelled: false,
  isOver: false,
  taken: 0,
  ...given,
});
const given = (local: string, more: Partial<GivenPerformance> = {}): GivenPerformance => ({
  at: local,
  show: 'la-gaviota',
  venue: 'sala',
  startsAt: at(local),
  timeZone,
  ...more,
});
const identify = (
  file: readonly GivenPerformance[],
  database: readonly KnownPerformance[],
  answers: Readonly<Record<string, string>> = {},
) => identifyPerformances(file, database, new Map(Object.entries(answers)));

describe('a performance is found again', () => {
  test('by its key, whatever day it is on, before another that has its start now', () => {
    const premiere = known('2027-03-14T20:30', { key: 'estreno' });
    const second = known('2027-03-20T20:30');
    const { ids, moves, problems } = identify(
      [given('2027-03-20T20:30', { key: 'estreno' }), given('2027-03-21T20:30', { key: second.key })],
      [premiere, second],
    );
    expect(ids).toEqual([premiere.id, second.id]);
    expect(moves.map(({ known: { key }, given: { at } }) => [key, at])).toEqual([
      ['estreno', '2027-03-20T20:30'],
      [second.key, '2027-03-21T20:30'],
    ]);
    expect(problems).toEqual([]);
  });

  test('by a key whose performance is over only when that is answered: last season’s file is copied for the next one', () => {
    const over = known('2026-03-14T20:30', { key: 'estreno', isOver: true, taken: 80 });
    const file = [given('2027-03-20T20:30', { key: 'estreno' })];
    const asked = 'la-gaviota:sala:2027-03-20T20:30';
    const open = identify(file, [over]);
    expect([open.ids, open.moves, open.questions.map(({ key, answers }) => [key, answers])]).toEqual([[null], [], [[asked, ['moved']]]]);
    expect(open.questions[0]?.text).toMatch(/2026-03-14 20:30 at sala \(estreno, 80 places taken\), which is over\..* another key/);
    expect(identify(file, [over], { [asked]: 'moved' })).toMatchObject({ ids: [over.id], questions: [] });
    expect(identify([given('2026-03-14T20:30', { key: 'estreno' })], [over])).toMatchObject({ ids: [over.id], questions: [] });
  });

  test('by a start that it had before, at its own venue where two have it', () => {
    const elsewhere = known('2027-03-14T20:30', { venue: 'otra' });
    const here = known('2027-03-14T20:30');
    const file = [given('2027-04-02T21:00', { previousStarts: [at('2027-02-01T20:30'), at('2027-03-14T20:30')] })];
    expect(identify(file, [elsewhere, here]).ids).toEqual([here.id]);
  });

  test('by its start, after a move that was written before, and does not move again, whatever has its former start by now', () => {
    const moved = known('2027-04-02T21:00', { formerStarts: [at('2027-03-14T20:30')] });
    const there = [known('2027-03-14T20:30', { venue: 'otra' }), known('2027-03-14T20:30', { key: 'otra-vez' })];
    const { ids, moves } = identify([given('2027-04-02T21:00', { previousStarts: [at('2027-03-14T20:30')] })], [...there, moved]);
    expect([ids, moves]).toEqual([[moved.id], []]);
  });

  test('where two change places, and where a new one takes the start of one that moves', () => {
    const [one, other] = [known('2027-03-14T20:30'), known('2027-03-20T20:30')];
    const [first, second] = [at('2027-03-14T20:30'), at('2027-03-20T20:30')];
    const change = [given('2027-03-20T20:30', { previousStarts: [first] }), given('2027-03-14T20:30', { previousStarts: [second] })];
    expect(identify(change, [one, other])).toMatchObject({ ids: [one.id, other.id], problems: [] });
    const taken = [given('2027-03-14T20:30'), given('2027-04-02T20:30', { previousStarts: [first] })];
    expect(identify(taken, [one])).toMatchObject({ ids: [null, one.id], problems: [], questions: [] });
  });

  test('at another venue only where its own has nothing at that time', () => {
    const elsewhere = known('2027-03-14T20:30', { venue: 'otra' });
    const here = known('2027-03-20T20:30');
    const file = [given('2027-03-20T20:30', { previousStarts: [at('2027-03-14T20:30')] })];
    expect(identify(file, [elsewhere, here]).ids).toEqual([here.id]);
    expect(identify(file, [elsewhere]).ids).toEqual([elsewhere.id]);
  });

  test('as the one that moved, though what an earlier import made of it has its new start: both have to be named', () => {
    const [sold, doubled] = [known('2027-03-14T20:30', { taken: 2 }), known('2027-03-20T20:30')];
    const file = [given('2027-03-20T20:30', { previousStarts: [at('2027-03-14T20:30')] })];
    expect(identify(file, [sold, doubled]).problems).toMatchObject([{ reason: expect.stringContaining(doubled.key) }]);
  });

  test('only in its own show', () => {
    const other = known('2027-03-14T20:30', { show: 'hamlet', key: 'estreno' });
    expect(identify([given('2027-03-14T20:30', { key: 'estreno' })], [other]).ids).toEqual([null]);
  });
});

describe('the same day at another hour', () => {
  const question = 'la-gaviota:sala:2027-03-14T21:00';

  test('is asked, with the places that are taken and both answers', () => {
    const { ids, questions } = identify([given('2027-03-14T21:00')], [known('2027-03-14T20:30', { taken: 12 })]);
    expect(ids).toEqual([null]);
    expect(questions).toEqual([
      {
        key: question,
        text: expect.stringMatching(/ on 2027-03-14 21:00 at sala\. .* on 2027-03-14 20:30 at sala \(2027-03-14-20-30, 12 places taken\)/),
        answers: ['moved', 'new'],
      },
    ]);
  });

  test('is as it was answered, and another answer is refused', () => {
    const one = known('2027-03-14T20:30');
    const asking = (answer: string) => identify([given('2027-03-14T21:00')], [one], { [question]: answer });
    expect([asking('moved').ids, asking('moved').questions]).toEqual([[one.id], []]);
    expect([asking('new').ids, asking('new').questions]).toEqual([[null], []]);
    expect(asking('maybe').problems).toEqual([{ at: question, reason: 'is answered by moved or new' }]);
  });

  test('is answered for each of two new times, whichever is the one that moved; two cannot be it', () => {
    const one = known('2027-03-14T20:30');
    const file = [given('2027-03-14T21:00'), given('2027-03-14T21:30')];
    const [first, second] = [question, 'la-gaviota:sala:2027-03-14T21:30'];
    expect(identify(file, [one], { [first]: 'moved', [second]: 'new' })).toMatchObject({
      ids: [one.id, null],
      questions: [],
      problems: [],
    });
    expect(identify(file, [one], { [first]: 'new', [second]: 'moved' })).toMatchObject({
      ids: [null, one.id],
      questions: [],
      problems: [],
    });
    expect(identify(file, [one], { [second]: 'moved' })).toMatchObject({ ids: [null, one.id], questions: [] });
    const both = identify(file, [one], { [first]: 'moved', [second]: 'moved' });
    expect(both.problems).toMatchObject([
      { at: '2027-03-14T21:30', reason: expect.stringContaining('same performance as 2027-03-14T21:00') },
    ]);
    expect(identify([given('2027-03-14T21:00')], [], { [question]: 'moved' }).problems).toMatchObject([{ at: question }]);
  });

  test('is as the database has it by now: a command that is repeated with its answer is one of the file', () => {
    const moved = known('2027-03-14T21:00', { formerStarts: [at('2027-03-14T20:30')] });
    const again = identify([given('2027-03-14T21:00')], [moved], { [question]: 'moved' });
    expect([again.ids, again.problems, again.asked]).toEqual([[moved.id], [], new Set([question])]);
  });

  test('names each of several that it may be', () => {
    const [early, late] = [known('2027-03-14T16:00'), known('2027-03-14T20:30')];
    const answers = [`moved:${early.key}`, `moved:${late.key}`, 'new'];
    expect(identify([given('2027-03-14T21:00')], [early, late]).questions[0]?.answers).toEqual(answers);
    expect(identify([given('2027-03-14T21:00')], [early, late], { [question]: answers[1] ?? '' }).ids).toEqual([late.id]);
  });

  test.each<[string, GivenPerformance[], KnownPerformance]>([
    ['the known one is in the file, too', [given('2027-03-14T21:00'), given('2027-03-14T20:30')], known('2027-03-14T20:30')],
    ['it has a key of its own', [given('2027-03-14T21:00', { key: 'segunda' })], known('2027-03-14T20:30')],
    ['the known one was cancelled', [given('2027-03-14T21:00')], known('2027-03-14T20:30', { isCancelled: true })],
    ['the known one is over', [given('2027-03-14T21:00')], known('2027-03-14T20:30', { isOver: true })],
    ['it is the next day by the clocks of the venue', [given('2027-03-15T00:15')], known('2027-03-14T23:45')],
  ])('is another one where %s', (_, file, one) => {
    const { ids, questions } = identify(file, [one]);
    expect([ids[0], questions]).toEqual([null, []]);
  });

  test('of venues in two zones is the day of each', () => {
    const madrid = 'Europe/Madrid';
    const start = Temporal.PlainDateTime.from('2027-03-15T01:00').toZonedDateTime(madrid).toInstant();
    const tour = { ...given('2027-03-14T20:30'), venue: 'teatro', timeZone: madrid, startsAt: start };
    expect(identify([tour], [known('2027-03-14T20:30')]).questions).toEqual([]);
  });
});

describe('what its publisher calls it', () => {
  const named = (externalId: string, source: '@id' | 'identifier' | 'address' = '@id') => [{ source, externalId }];

  test('finds it on another day', () => {
    const one = known('2027-03-14T20:30', { links: named('a') });
    expect(identify([given('2027-03-21T20:30', { links: named('a') })], [one])).toMatchObject({ ids: [one.id], links: [named('a')] });
  });

  test('finds nothing where several have the name, or where what has it is over', () => {
    const one = known('2027-03-14T20:30', { links: named('a') });
    const both = [given('2027-03-21T20:30', { links: named('a') }), given('2027-03-22T20:30', { links: named('a') })];
    expect(identify(both, [one])).toMatchObject({ ids: [null, null], links: [[], []] });
    const over = known('2027-03-14T20:30', { links: named('a'), isOver: true });
    expect(identify([given('2027-03-21T20:30', { links: named('a') })], [over]).ids).toEqual([null]);
  });

  test('asks where the name has moved to what another one stands at: a page may count its dates anew once the first is gone', () => {
    const [first, second, third] = ['08', '10', '12'].map((day, turn) =>
      known(`2027-03-${day}T20:30`, { links: named(`#${turn + 1}`), taken: 2 }),
    );
    if (!first || !second || !third) throw new Error('three are known');
    const file = ['10', '12', '14'].map((day, turn) => given(`2027-03-${day}T20:30`, { links: named(`#${turn + 1}`) }));
    const keys = ['10', '12'].map((day) => `la-gaviota:sala:2027-03-${day}T20:30`);
    const asking = (...answers: string[]) =>
      identify(file, [first, second, third], Object.fromEntries(answers.map((answer, turn) => [keys[turn], answer])));
    expect(asking().questions.map(({ key, answers }) => [key, answers])).toEqual(keys.map((key) => [key, ['moved', 'same']]));
    expect(asking().questions[0]?.text).toMatch(/2027-03-08 20:30 at sala \(2027-03-08-20-30, 2 places taken\)/);
    expect(asking('same', 'same')).toMatchObject({ ids: [second.id, third.id, null], moves: [], questions: [], problems: [] });
    expect(asking('moved', 'moved')).toMatchObject({ ids: [first.id, second.id, third.id], questions: [], problems: [] });
    expect(asking('same', 'moved').problems).not.toEqual([]);
    expect(asking('same').questions).toHaveLength(1);
  });

  test('is not asked where the file says itself that it has moved, nor where what stands there is called so', () => {
    const [first, second] = [known('2027-03-08T20:30', { links: named('a') }), known('2027-03-10T20:30', { links: named('b') })];
    const file = [
      given('2027-03-10T20:30', { links: named('a'), previousStarts: [at('2027-03-08T20:30')] }),
      given('2027-03-12T20:30', { links: named('b') }),
    ];
    expect(identify(file, [first, second])).toMatchObject({ ids: [first.id, second.id], questions: [], problems: [] });
    const both = known('2027-03-10T20:30', { links: [...named('a'), ...named('b')] });
    expect(identify([given('2027-03-10T20:30', { links: named('a') })], [both])).toMatchObject({ ids: [both.id], questions: [] });
  });

  test('asks, where it is an address: a show may have one for all its dates', () => {
    const one = known('2027-03-14T20:30', { links: named('https://sala.example/a', 'address') });
    const { ids, questions } = identify([given('2027-03-21T20:30', { links: named('https://sala.example/a', 'address') })], [one]);
    expect([ids, questions.map(({ answers }) => answers)]).toEqual([[null], [['moved', 'new']]]);
  });

  test('says that it is another one of the same day', () => {
    const one = known('2027-03-14T16:00', { links: named('a') });
    expect(identify([given('2027-03-14T20:30', { links: named('b') })], [one]).questions).toEqual([]);
    expect(identify([given('2027-03-14T20:30', { links: named('b', 'identifier') })], [one]).questions).toHaveLength(1);
  });
});

describe('a move is refused', () => {
  test('to a start that another performance has and keeps', () => {
    const [first, second] = [known('2027-03-14T20:30', { key: 'uno' }), known('2027-03-20T20:30', { key: 'dos', taken: 3 })];
    expect(identify([given('2027-03-20T20:30', { key: 'uno' })], [first, second]).problems).toEqual([
      { at: '2027-03-20T20:30', reason: 'uno cannot move to 2027-03-20 20:30, where there is dos, 3 places taken: name that one, too' },
    ]);
  });

  test('to another venue while places are taken', () => {
    const file = [given('2027-03-14T20:30', { key: 'uno', venue: 'otra' })];
    expect(identify(file, [known('2027-03-14T20:30', { key: 'uno' })]).problems).toEqual([]);
    expect(identify(file, [known('2027-03-14T20:30', { key: 'uno', taken: 1 })]).problems).toEqual([
      { at: '2027-03-14T20:30', reason: 'uno cannot move from sala to otra while 1 of its places are taken' },
    ]);
  });

  test('of two to be the same', () => {
    const one = known('2027-03-14T20:30', { key: 'uno' });
    const file = [given('2027-03-15T20:30', { key: 'uno', at: 'shows[0].performances[0]' }), given('2027-03-16T20:30', { key: 'uno' })];
    expect(identify(file, [one]).problems).toEqual([
      { at: '2027-03-16T20:30', reason: 'it is the same performance as shows[0].performances[0]: uno' },
    ]);
  });
});
