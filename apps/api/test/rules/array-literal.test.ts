import fc from 'fast-check';
import { expect, test } from 'vitest';
import { booleans, integers, texts } from '../../src/db/array-literal.ts';

test('texts are quoted, so that no character in them ends the list', () => {
  expect(texts(['a', '', 'null', null, 'x,y', '{}', 'say "no"', 'back\\slash'])).toBe(
    '{"a","","null",null,"x,y","{}","say \\"no\\"","back\\\\slash"}',
  );
});

test('a list of whole numbers takes nothing else', () => {
  expect(integers([1, null, -2])).toBe('{1,null,-2}');
  expect(integers([])).toBe('{}');
});

test('yes and no are written as PostgreSQL reads them', () => {
  expect(booleans([true, false])).toBe('{true,false}');
  expect(booleans([])).toBe('{}');
});

test('unescaped quotes stand only at the ends of texts, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 5 }), (values) => {
      const bare = texts(values).replace(/\\./gs, '');
      expect(bare.split('"')).toHaveLength(2 * values.length + 1);
    }),
  );
});
