import { expect, test } from 'vitest';
import { brandSchema } from '../../../packages/brand/src/schema.ts';
import { keysOf, unreadKeys } from '../../settings/settings-read.ts';

const keys = ['name', 'flags', 'flags.shiny', 'flags.loud', 'plans', 'plans.months'];
const unreadIn = (...texts: readonly string[]) =>
  unreadKeys(
    keys,
    texts.map((text, index) => ({ path: `apps/storefront/app/${index}.tsx`, text })),
  );

test('the keys of the schema are those of its groups and of the entries of its lists, without what has one value', () => {
  const found = keysOf(brandSchema);
  expect(found).toEqual(expect.arrayContaining(['name', 'flags', 'flags.netPrices', 'cardTries.card.most', 'payments.methods.mark']));
  expect(found).not.toContain('captcha.version');
});

test('a key that no code reads is found', async () => {
  expect(await unreadIn('export const x = 1;')).toEqual(keys);
  expect(await unreadIn('f(brand.name, brand.flags.shiny); for (const { months } of brand.plans) f(months);')).toEqual(['flags.loud']);
});

test.each([
  ['a member', 'brand.flags.loud'],
  ['an optional member', 'brand?.flags?.loud'],
  ['a member in brackets', "brand['flags']['loud']"],
  ['a member by a variable', 'brand.flags[name]'],
  ['a destructured value', 'const { loud } = useFrame().brand.flags'],
  ['a nested pattern', 'const { flags: { loud } } = useFrame().brand'],
  ['a parameter of the group’s type', "const f = ({ loud }: Brand['flags']) => loud; f(brand.flags)"],
  ['a parameter beside the group that is handed on', 'const f = (given: Flags) => given.loud; f(brand.flags)'],
])('%s is a reading', async (_, text) => {
  expect(await unreadIn(text)).not.toContain('flags.loud');
});

test.each([
  ['a comment', '// brand.flags.loud'],
  ['a text', "const text = 'brand.flags.loud'"],
  ['a type', 'interface Flags { loud: boolean } const of = (flags: Flags) => flags'],
  ['a property that is written', 'const flags = { loud: true }'],
  ['a key of another group', 'f(sounds.loud)'],
  ['the group alone', 'f(brand.flags)'],
])('%s is none', async (_, text) => {
  expect(await unreadIn(text)).toContain('flags.loud');
});

test('a reading in one source is none of a group that only another source names', async () => {
  expect(await unreadIn('f(brand.flags)', 'f(sounds.loud)')).toContain('flags.loud');
});
