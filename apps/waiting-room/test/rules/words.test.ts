import type { WaitRange } from '@butaca/fair-queue';
import { expect, test } from 'vitest';
import { announcementOf, type Moment, turnAnnouncementOf } from '../../app/room/announcement.ts';
import { type Screen, screenOf } from '../../app/room/screen.ts';
import { messageOf, titleParts } from '../../app/room/title.ts';
import { viewOf } from '../../app/room/view.ts';
import { waitText } from '../../app/room/wait-text.ts';
import { sayOf, texts } from '../../server/texts.ts';
import { NOW, own, room, serving } from './rooms.ts';

const es = sayOf('es');
const place = { language: 'es-AR', timeZone: 'America/Argentina/Buenos_Aires' };
const context = { document: room(), t: es, place, now: NOW, firstPeopleBefore: 2000, turnUntil: null };

test('everything is said in every language, with the same values (CO-020)', () => {
  const values = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
  for (const language of ['en', 'pt'] as const) {
    expect(Object.keys(texts[language])).toEqual(Object.keys(texts.es));
    for (const [key, text] of Object.entries(texts.es)) {
      const other = texts[language][key as keyof typeof texts.es];
      expect(other.trim(), `${language}: ${key}`).not.toBe('');
      expect(values(other), `${language}: ${key}`).toEqual(values(text));
    }
  }
});

const ranges: readonly (readonly [WaitRange | null, es: string, en: string, pt: string])[] = [
  [{ atLeast: 5, atMost: 9 }, 'Faltan entre 5 y 9 minutos', 'Between 5 and 9 minutes to go', 'Faltam entre 5 e 9 minutos'],
  [{ atLeast: 0, atMost: 3 }, 'Faltan menos de 3 minutos', 'Less than 3 minutes to go', 'Faltam menos de 3 minutos'],
  [{ atLeast: 0, atMost: 1 }, 'Falta menos de un minuto', 'Less than a minute to go', 'Falta menos de um minuto'],
  [{ atLeast: 60, atMost: null }, 'Falta más de una hora', 'More than an hour to go', 'Falta mais de uma hora'],
  [{ atLeast: 25, atMost: null }, 'Faltan más de 25 minutos', 'More than 25 minutes to go', 'Faltam mais de 25 minutos'],
  [null, 'Todavía no podemos decir cuánto falta', 'We cannot say yet how long it will take', 'Ainda não dá para dizer quanto falta'],
];

test.each(ranges)('a wait of %j is a range in three languages', (range, ...said) => {
  expect((['es', 'en', 'pt'] as const).map((language) => waitText(range, sayOf(language)))).toEqual(said);
});

const lineAt = (count: number, more: Parameters<typeof room>[0] = {}): Screen =>
  screenOf({ document: room({ ...serving(1100 - count), ...more }), state: { redirectUrl: '', number: own(1100) }, activity: 'waiting' });

test('in line: how many are before, the wait, the place, and the place in the tab', () => {
  const view = viewOf(lineAt(1000), context);
  expect(view).toMatchObject({ tab: '1.000 antes que vos', figure: '1.000', below: 'personas antes que vos', actions: ['leave'] });
  expect(view.heading).toBe('Faltan entre 7 y 13 minutos');
  expect(view.progress).toEqual({ percent: 50, text: 'Ya avanzó el 50 % de la fila que tenías adelante' });
  expect(view.facts).toEqual([
    { name: 'Tu lugar', value: '1.101' },
    { name: 'Te sumaste', value: '09:58' },
  ]);
});

test('all whose turn came before a pause read that it has come, and none of them that nobody is before them', () => {
  const paused = room({ ...serving(1100), phase: 'paused' });
  const of = (position: number) => screenOf({ document: paused, state: { redirectUrl: '', number: own(position) }, activity: 'waiting' });
  for (const position of [1097, 1098, 1099]) {
    const view = viewOf(of(position), context);
    expect(view).toMatchObject({ tab: 'Ya te toca', figure: null, below: null, progress: null, heading: 'La fila está en pausa' });
    expect(view.lines).toEqual([es('called.text')]);
    expect(between(null, of(position))).toBe(`La fila está en pausa. ${es('called.text')}`);
  }
  expect(viewOf(of(1100), context)).toMatchObject({ tab: 'Seguís vos', figure: '0', lines: [es('paused.text')] });
  expect(viewOf(of(1101), context)).toMatchObject({ figure: '1', below: 'persona antes que vos' });
});

test('before the draw: when it is, by the server’s clock', () => {
  const gathering = room({ phase: 'pre', drawn: null, startsAt: NOW + 754_000 });
  const screen = screenOf({ document: gathering, state: { redirectUrl: '', number: own(812) }, activity: 'waiting' });
  const view = viewOf(screen, context);
  expect(view).toMatchObject({ tab: 'Sorteo en 12:34', above: 'El sorteo es en', figure: '12:34' });
  expect(view.facts.map(({ value }) => value)).toEqual(['sábado 21 de noviembre, 10:12', '813', '5.000']);
  expect(viewOf(screen, { ...context, now: NOW + 755_000 }).heading).toBe('Estamos sorteando los lugares');
  expect(viewOf(screen, { ...context, now: NOW - 3 * 86_400_000 }).figure).toBe('3 días');
});

test('the turn: how long it is kept, and nothing false once that is no longer known', () => {
  const turn = { kind: 'turn' } as const;
  expect(viewOf(turn, { ...context, turnUntil: NOW + 581_000 })).toMatchObject({ figure: '9:41', actions: ['enter', 'leave'] });
  expect(viewOf(turn, { ...context, turnUntil: NOW - 1 })).toMatchObject({ figure: null, lines: [es('turn.ending')] });
  expect(viewOf(turn, context)).toMatchObject({ figure: null, heading: 'Es tu turno' });
});

test('who lost a turn, and whose network was put last, is told so', () => {
  const line = { ...lineAt(10), isTurnOver: true, isDemoted: true } as Screen;
  expect(viewOf(line, context).lines).toEqual([es('over.text'), es('demoted.text')]);
});

const moment = (screen: Screen): Moment => ({ screen, view: viewOf(screen, context), firstPeopleBefore: 2000 });
const between = (before: Screen | null, now: Screen, sinceLastMs = 0) =>
  announcementOf(before && moment(before), moment(now), sinceLastMs, es);

test('a screen reader hears half of the line, and the last hundred, fifty and ten people, at once', () => {
  expect(between(lineAt(1001), lineAt(1000))).toMatch(/^Vas por la mitad de la fila\. 1\.000 personas antes que vos\./);
  expect(between(lineAt(101), lineAt(99))).toBe('99 personas antes que vos. Faltan menos de 2 minutos.');
  expect([between(lineAt(51), lineAt(49)), between(lineAt(12), lineAt(10))]).not.toContain(null);
});

test('between milestones it hears a new estimate once a minute at most, and never the same one twice', () => {
  expect(between(lineAt(900), lineAt(800))).toBeNull();
  expect(between(lineAt(900), lineAt(800), 61_000)).toMatch(/^800 personas antes que vos\. Faltan entre/);
  expect(between(lineAt(900), lineAt(899), 61_000)).toBeNull();
});

test('it hears the draw, a pause and its end, and its turn', () => {
  const gathering: Screen = { kind: 'before_draw', number: own(1100), startsAt: NOW, gathered: 5000 };
  expect(between(gathering, lineAt(700))).toMatch(/^Ya se sorteó\. Tu lugar es el 1\.101\. 700 personas antes que vos\./);
  const paused = lineAt(700, { phase: 'paused' });
  expect(between(lineAt(700), paused)).toMatch(/La fila está en pausa/);
  expect(between(paused, lineAt(700))).toMatch(/^La fila vuelve a moverse\./);
  expect(between(lineAt(1), { kind: 'turn' })).toMatch(/^Es tu turno\./);
  expect(between(null, { kind: 'joining' })).toBeNull();
});

test('of a turn it hears when five minutes, two, one and thirty seconds are left', () => {
  const said = (before: number, left: number) => turnAnnouncementOf(before * 1000, left * 1000, es);
  expect(said(301, 300)).toBe('Tu turno se guarda 5 minutos más');
  expect(said(61, 60)).toBe('Tu turno se guarda 1 minuto más');
  expect(said(31, 29)).toBe('Tu turno se guarda 30 segundos más');
  expect(said(200, 199)).toBeNull();
  expect(said(1, 0)).toBe(es('turn.ending'));
});

test('the title is the show, and after it date and venue; the organiser’s word is in the visitor’s language or else in any', () => {
  expect(titleParts(room())).toEqual({ show: 'Hamlet', rest: 'sábado 21 de noviembre · Teatro del Pasaje' });
  expect(messageOf(room({ message: { es: 'Hola', en: 'Hi' } }), 'en')).toBe('Hi');
  expect(messageOf(room({ message: { es: 'Hola' } }), 'pt')).toBe('Hola');
  expect(messageOf(room(), 'es')).toBe('');
});
