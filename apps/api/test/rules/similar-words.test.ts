import fc from 'fast-check';
import { expect, test } from 'vitest';
import { similarWords } from '../../src/catalogue/similar-words.ts';

/** As `pg_trgm` says it: the trigrams of `  word `, each once. */
const trigramsOf = (word: string) => new Set(Array.from({ length: word.length + 1 }, (_, at) => `  ${word} `.slice(at, at + 3)));

function likeness(one: string, other: string): number {
  const [own, its] = [trigramsOf(one), trigramsOf(other)];
  const { size } = own.intersection(its);
  return size / (own.size + its.size - size);
}

const letters = fc.constantFrom(...'abcñz09');
const word = fc.string({ unit: letters, minLength: 1, maxLength: 12 });

test('the words that share the most trigrams come first, of equal ones the earlier, and none that shares nothing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 80 }), word, (words, typed) => {
      const expected = words
        .map((each, place) => ({ place, likeness: likeness(typed, each) }))
        .filter((each) => each.likeness > 0)
        .sort((one, other) => other.likeness - one.likeness || one.place - other.place)
        .slice(0, 30)
        .map(({ place }) => place);
      expect(similarWords(words)(typed)).toEqual(expected);
    }),
  );
});

test('without words nothing is similar, and a word of another alphabet is found', () => {
  expect(similarWords([])('hamlet')).toEqual([]);
  expect(similarWords(['hamlet', 'чайка', 'чехов'])('чайла')).toEqual([1, 2]);
});
