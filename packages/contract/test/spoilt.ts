import fc from 'fast-check';

const strange = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'S',
  'x'.repeat(5000),
  -1,
  0,
  0.001,
  1.5,
  2 ** 53,
  Number.NaN,
  8.64e15,
  true,
  [],
  {},
  [null],
];

/** The value with one of its parts, however deep, replaced by something strange or left out. */
export function spoiltOf(value: unknown): fc.Arbitrary<unknown> {
  const replaced = fc.constantFrom<unknown>(...strange);
  if (typeof value !== 'object' || value === null) return replaced;
  const keys = Object.keys(value);
  if (keys.length === 0) return replaced;
  const inside = fc.constantFrom(...keys).chain((key) => {
    const inner = (value as Record<string, unknown>)[key];
    const withPart = (part: unknown) => (Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part });
    const without = Array.isArray(value)
      ? value.toSpliced(Number(key), 1)
      : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    return fc.oneof({ weight: 4, arbitrary: spoiltOf(inner).map(withPart) }, { weight: 1, arbitrary: fc.constant(without) });
  });
  return fc.oneof({ weight: 1, arbitrary: replaced }, { weight: 9, arbitrary: inside });
}
