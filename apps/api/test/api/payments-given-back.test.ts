import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GIVEN_BACK, type GivenBackCase, readingOf } from '../conformance/given-back.ts';
import { runJourneys } from '../conformance/journeys.ts';

/** What a provider gives back of itself, as its support does on a page of its own (docs/payments.md#given-back-elsewhere). */
const cases = Object.keys(GIVEN_BACK) as GivenBackCase[];
await runJourneys(cases);

test('the table of docs/payments.md has a row for each of these cases and no other', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/payments.md'), 'utf8');
  const section = text.split('## Given back elsewhere')[1]?.split('\n## ')[0] ?? '';
  const [table = ''] = /(?<=\| Case [^\n]*\n\|---[^\n]*\n)(?:\|[^\n]*\n)+/.exec(section) ?? [];
  expect(table.match(/(?<=^\| )[^|]*(?= \|)/gm)).toEqual(cases.map((name) => readingOf(name).row));
});
