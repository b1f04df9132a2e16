import { translate } from '@butaca/brand/translate';
import { expect, test } from 'vitest';
import en from '../../app/i18n/en/moments.json';
import es from '../../app/i18n/es/moments.json';
import pt from '../../app/i18n/pt/moments.json';
import { untilText } from '../../app/purchase/until.ts';

const timeZone = 'America/Argentina/Buenos_Aires';
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
/** 14:22 on the 29th in Buenos Aires. */
const now = at('2026-11-29T17:22:00Z');
const words = { es: {}, en: { moments: en }, pt: { moments: pt } };
const textOf = (until: string, language: keyof typeof words = 'es', zone = timeZone) =>
  untilText(at(until), { now, language, timeZone: zone, t: translate({ name: language, catalogues: words[language] as never }, es) });

test('a moment of today is its time alone, in the zone of the brand', () => {
  expect(textOf('2026-11-29T17:32:00Z')).toBe('las 14:32');
  expect(textOf('2026-11-29T17:32:00Z', 'en')).toBe('14:32');
  expect(textOf('2026-11-29T17:32:00Z', 'pt')).toBe('às 14:32');
});

test('any other one has its date, however soon it is', () => {
  expect(textOf('2026-11-30T03:05:00Z')).toBe('el lunes 30 de noviembre, 00:05');
  expect(textOf('2026-12-01T17:32:00Z')).toBe('el martes 1 de diciembre, 14:32');
  // Past midnight already in Madrid.
  expect(textOf('2026-11-29T23:30:00Z', 'es', 'Europe/Madrid')).toBe('el lunes 30 de noviembre, 00:30');
});
