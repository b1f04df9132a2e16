import { translate } from '@butaca/brand/translate';
import { expect, test } from 'vitest';
import en from '../../app/i18n/en/limits.json';
import es from '../../app/i18n/es/limits.json';
import pt from '../../app/i18n/pt/limits.json';
import { limitOf, limitText, type PlacesRules, usualRules } from '../../app/purchase/limits.ts';
import { problemOf } from '../../app/purchase/selection/announcements.ts';

const words = { es: {}, en: { limits: en }, pt: { limits: pt } };
const t = (language: keyof typeof words = 'es') => translate({ name: language, catalogues: words[language] as never }, es);
const MOST_IN_PURCHASE = 30;
const usual = usualRules({ mostPlaces: 10, mostPerCustomer: 20 }, MOST_IN_PURCHASE);
const holding = (here: number, elsewhere = 0) => ({
  performances: [
    { id: 1, placeCount: here },
    { id: 2, placeCount: elsewhere },
  ],
});
const said = (rules: PlacesRules, here = 0, elsewhere = 0) => limitText(limitOf(rules, holding(here, elsewhere), 1), t());

test('of all the limits the one that leaves least is said, with what counts already', () => {
  expect(said(usual)).toBe('Podés llevar hasta 10 entradas de esta función por compra.');
  expect(said(usual, 2)).toBe('Podés llevar hasta 10 entradas de esta función por compra. Ya tenés 2; podés sumar 8.');
  expect(said(usual, 10)).toBe('Podés llevar hasta 10 entradas de esta función por compra. Ya llegaste a ese máximo.');
  expect(said(usual, 2, 25)).toBe('Podés llevar hasta 30 entradas por compra, entre todas sus funciones. Ya tenés 27; podés sumar 3.');
});

test('what a buyer bought before and holds elsewhere counts', () => {
  const rules: PlacesRules = [
    { limit: 'customer', most: 20, has: 17 },
    { limit: 'performance', most: 10, has: 0 },
    { limit: 'purchase', most: 30, has: 0 },
    { limit: 'unpaid', most: 40, has: 0 },
  ];
  expect(said(rules)).toBe('Podés llevar hasta 20 entradas de esta función por persona. Ya tenés 17; podés sumar 3.');
  expect(said(rules, 2)).toBe('Podés llevar hasta 20 entradas de esta función por persona. Ya tenés 19; podés sumar 1.');
  expect(said(rules.with(3, { limit: 'unpaid', most: 40, has: 38 }) as unknown as PlacesRules)).toBe(
    'Podés tener hasta 40 entradas sin pagar a la vez. Ya tenés 38; podés sumar 2.',
  );
});

test('a show that sells so many to a person says so, though a purchase may have no more either', () => {
  expect(said(usualRules({ mostPlaces: 4, mostPerCustomer: 4 }, MOST_IN_PURCHASE))).toBe(
    'Podés llevar hasta 4 entradas de esta función por persona.',
  );
});

test('a refusal says the sentence that the page says', () => {
  const problem = problemOf({ failure: 'too_many_places', data: { limit: 'customer', most: 20, has: 19 } });
  expect(problem).toEqual({ kind: 'most', limit: 'customer', most: 20, has: 19 });
  const rules: PlacesRules = [{ limit: 'customer', most: 20, has: 17 }, ...usual.slice(1)];
  expect(problem.kind === 'most' && limitText(problem, t())).toBe(said(rules, 2));
});

test.each([
  ['en', 'You can take up to 10 tickets for this date per purchase. You have 9; you can add 1.'],
  ['pt', 'Você pode levar até 10 ingressos desta sessão por compra. Você já tem 9; pode somar 1.'],
] as const)('it is said in %s', (language, text) => {
  expect(limitText(limitOf(usual, holding(9), 1), t(language))).toBe(text);
});
