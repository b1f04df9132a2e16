import { expect, test } from 'vitest';
import { mutantsOf } from '../../mutate/mutants.ts';
import { sqlMutants } from '../../mutate/sql.ts';

/** The texts that mutants make of this one. */
const textsOf = (source: string, mutants: readonly { start: number; end: number; text: string }[]) =>
  mutants.map(({ start, end, text }) => (source.slice(0, start) + text + source.slice(end)).replace(/\s+/g, ' ').trim());
const ofSql = (sql: string) => textsOf(sql, sqlMutants(sql));
const ofCode = (code: string) => textsOf(code, mutantsOf('some.ts', code));

test('a statement loses its lock, its order, its conditions one by one', () => {
  expect(ofSql('select id from place where state = ¤¤¤ and (a or b) order by id desc limit ¤ for update of place skip locked')).toEqual([
    'select id from place where true and (a or b) order by id desc limit ¤ for update of place skip locked',
    'select id from place where state = ¤¤¤ and true order by id desc limit ¤ for update of place skip locked',
    'select id from place where state = ¤¤¤ and (false or b) order by id desc limit ¤ for update of place skip locked',
    'select id from place where state = ¤¤¤ and (a or false) order by id desc limit ¤ for update of place skip locked',
    'select id from place where state = ¤¤¤ and (a or b) limit ¤ for update of place skip locked',
    'select id from place where state = ¤¤¤ and (a or b) order by id limit ¤ for update of place skip locked',
    'select id from place where state = ¤¤¤ and (a or b) order by id desc for update of place skip locked',
    'select id from place where state = ¤¤¤ and (a or b) order by id desc limit ¤',
    'select id from place where state = ¤¤¤ and (a or b) order by id desc limit ¤ for update of place',
  ]);
});

test('a change loses its assignments, and a time span its direction and its length', () => {
  expect(ofSql("update attempt set state = ¤, check_at = now() + interval '1 hour' where id = any (¤) returning 1")).toEqual([
    "update attempt set check_at = now() + interval '1 hour' where id = any (¤) returning 1",
    'update attempt set state = ¤ where id = any (¤) returning 1',
    "update attempt set state = ¤, check_at = now() - interval '1 hour' where id = any (¤) returning 1",
    "update attempt set state = ¤, check_at = now() + interval '0 hour' where id = any (¤) returning 1",
    "update attempt set state = ¤, check_at = now() + interval '1 hour' where true returning 1",
  ]);
});

test('a lock that is written elsewhere goes too, and the conditions of joins and cases', () => {
  expect(ofSql('select 1 from hold join place on a = b order by id ¤¤¤¤')).toEqual([
    'select 1 from hold join place on true order by id ¤¤¤¤',
    'select 1 from hold join place on a = b ¤¤¤¤',
    'select 1 from hold join place on a = b order by id',
  ]);
  expect(ofSql('case when a < b then null else coalesce(c, d) end')).toEqual([
    'case when true then null else coalesce(c, d) end',
    'case when false then null else coalesce(c, d) end',
    'case when a >= b then null else coalesce(c, d) end',
    'case when a < b then null else c end',
    'case when a < b then null else d end',
  ]);
});

test('code has its comparisons, conditions, numbers and calls changed', () => {
  expect(ofCode('const isLate = (a: number) => a > 5 && known;')).toEqual([
    'const isLate = (a: number) => (a > 5);',
    'const isLate = (a: number) => (known);',
    'const isLate = (a: number) => a <= 5 && known;',
    'const isLate = (a: number) => a >= 5 && known;',
    'const isLate = (a: number) => a > 0 && known;',
  ]);
  expect(ofCode('if (has(a)) await tell(a);')).toEqual(['if (!(has(a))) await tell(a);', 'if (false) await tell(a);', 'if (has(a)) ;']);
  expect(ofCode('await Promise.all([lock(a), b && tell(b)]);')).toContain('await Promise.all([undefined, b && tell(b)]);');
  expect(ofCode("const answer = sold.get(id) ?? 'alone';")).toEqual(['const answer = (sold.get(id));', "const answer = ('alone');"]);
  expect(ofCode('const now = clock?.now ?? 0;')).toEqual(['const now = (0);']);
  expect(ofCode('const all = names.sort();')).toEqual(['const all = names;']);
});

test('the SQL in a template is found with the code around it, and what is in its holes is code', () => {
  const code = `const free = (tx: Tx) => tx<Row[]>\`delete from hold where id = \${own - 1} and held\`;`;
  expect(mutantsOf('apps/api/src/sale/queries-places.ts', code).map(({ area, within, what }) => [area, within, what])).toEqual([
    ['sql', 'free', 'a condition goes'],
    ['database', 'free', '- becomes +'],
    ['database', 'free', '1 becomes 0'],
    ['sql', 'free', 'a condition goes'],
  ]);
  expect(ofCode(code)[0]).toBe('const free = (tx: Tx) => tx<Row[]>`delete from hold where true and held`;');
});

test('a mutant knows the function that it is in, as the profiler names it', () => {
  const within = (code: string) => mutantsOf('some.ts', code)[0]?.within;
  expect(within('class A { #send() { return true; } }')).toBe('#send');
  expect(within('class A { get late() { return true; } }')).toBe('get late');
  expect(within('const world = { stop: async () => true };')).toBe('stop');
  expect(within('function outer() { return list.map(() => true); }')).toBe('outer');
  expect(within('const MOST = 5;')).toBeNull();
});
