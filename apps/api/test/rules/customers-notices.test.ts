import { expect, test } from 'vitest';
import { dueAt } from '../../src/customers/notices/note.ts';
import { shownName } from '../../src/customers/notices/shown-name.ts';

test('names of devices and streets stay as they are', () => {
  for (const name of ['Teléfono', 'iPhone 15 de Ana', 'Av. Rivadavia 1234', 'Chrome Windows', "L'Hospitalet", 'Ñandú', '日本語'])
    expect(shownName(name)).toBe(name);
});

test('a name brings no link, markup, quote, control sign or number to call into a mail', () => {
  for (const [name, shown] of [
    ['https://evil.example/x', 'https evil example x'],
    ['evil.example', 'evil example'],
    ['evil。example', 'evil example'],
    ['evil．example', 'evil example'],
    ['ana@evil.example', 'ana evil example'],
    ['<img src=x>', 'img src x'],
    ['“Hola” "chau"', 'Hola chau'],
    ['a\u202Eb\u200Bc\u0007d', 'a b c d'],
    ['Llamá al 0800-555-1234', 'Llamá al'],
    ['Llamá al 8 0 0 5 5 5', 'Llamá al'],
    ['una oración larga que parece nuestra y sigue', 'una oración larga que parece nuestra…'],
    [`${'x'.repeat(60)}`, `${'x'.repeat(40)}…`],
    [`a${'\u0334'.repeat(30)}`, 'a\u0334\u0334'],
  ])
    expect(shownName(name ?? '')).toBe(shown);
});

test('a name of which nothing is left is none', () => {
  for (const name of ['', '   ', '://', '…', '\u202E', '0800 555 1234']) expect(shownName(name)).toBeNull();
});

test('the first mail goes at once, the first three of an hour a minute apart, the others ten', () => {
  const nowMs = 1_000_000;
  expect(dueAt({ count: 0, newestMs: null, nowMs })).toBeNull();
  expect(dueAt({ count: 1, newestMs: nowMs, nowMs })).toBe(nowMs + 60_000);
  expect(dueAt({ count: 2, newestMs: nowMs - 60_000, nowMs })).toBeNull();
  expect(dueAt({ count: 3, newestMs: nowMs - 60_000, nowMs })).toBe(nowMs + 540_000);
});
