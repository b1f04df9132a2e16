import { marketingTexts } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { otherTables, type PersonalTable, personalTables } from '../../../../scripts/privacy/stored-data.ts';
import { deleteBelongings } from '../../src/customers/privacy/queries-erasure.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';

const { db, close } = await freshDatabase();
afterAll(close);

const words = (text: string) => text.split(/\s+/).filter(Boolean);

test('every column of every table is known to hold something about a person or not', async () => {
  const columns = await db<{ name: string }[]>`
    select relname || '.' || attname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
  const known = [
    ...Object.entries(personalTables).flatMap(([table, { personal, other }]) =>
      words(`${personal} ${other}`).map((column) => `${table}.${column}`),
    ),
    ...Object.entries(otherTables).flatMap(([table, all]) => words(all).map((column) => `${table}.${column}`)),
  ];
  // A new one is added to scripts/privacy/stored-data.ts, where it says why it is kept and for how long.
  expect(known.sort()).toEqual(columns.map(({ name }) => name).sort());
});

test('what is withheld from the file is personal, and every table with rows of a customer is emptied of them or says that they stay', async () => {
  for (const { personal, withheld = '' } of Object.values(personalTables))
    expect(words(personal)).toEqual(expect.arrayContaining(words(withheld)));

  const emptied: string[] = [];
  const note = (strings: TemplateStringsArray) => {
    emptied.push(...(/delete from (\w+)/.exec(strings.join(''))?.slice(1) ?? []));
    return Promise.resolve([]);
  };
  await deleteBelongings(note as unknown as Tx, 'somebody');
  const deleted = Object.entries(personalTables).flatMap(([table, { whenErased }]) => (whenErased.startsWith('deleted') ? [table] : []));
  expect(emptied.sort()).toEqual(deleted.sort());
  const referring = await db<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'customer'::regclass order by 1`;
  expect(emptied).toEqual(expect.arrayContaining(referring.map(({ name }) => name)));
});

/** `npm run do -- privacy` draws it anew. */
test('docs/privacy.md is drawn from the list of what is stored', async () => {
  await expect(draw()).toMatchFileSnapshot('../../../../docs/privacy.md');
});

const draw = () => `# What is stored about people

Drawn from \`scripts/privacy/stored-data.ts\` by \`npm run do -- privacy\`; do not edit. A test compares that list with the database, so a migration
that adds a column without saying why it is kept fails the checks. The rules of erasing are in decision 036.

Whoever has an account sees, corrects and erases their data in \`/myData\`, \`/myAddress\`, \`/myPhone\` and \`/myPrivacy\` (Ley 25.326, art. 14 and
16). The file with everything is made by a job and can be had once an hour; the law asks for once in six months. Mails are never queued
with what they say: a job holds an id, and reads the person's data when it runs. The log holds ids and keyed hashes ([log.md](log.md)); how
long it is kept is for the deployment to decide, 90 days at most. Backups are to be kept for 35 days at most: what was erased is in them
until they end; whoever restores one erases it again.

Where a brand's \`captcha.provider\` is \`recaptcha\` (decision 037), whoever logs in, signs up, recovers a password or pays has their browser load a
script of Google, which gets their network address, what it reads of the browser and its cookies, and says how likely a person is. We
send it the answer's token and store neither the score nor anything else of it. The forms say so beside their button. With \`altcha\`, which is the default,
and on every other page no other company is asked.

${Object.entries(personalTables).map(section).join('\n\n')}

## News by mail

What people agree to, by the version that stands beside each consent (\`packages/contract/src/rules/marketing.ts\`):

${Object.entries(marketingTexts)
  .map(([version, text]) => `- \`${version}\`: ${text}`)
  .join('\n')}

## Tables without data about people

${Object.keys(otherTables)
  .map((table) => `\`${table}\``)
  .join(', ')}.
`;

const section = ([table, { of = 'the customer', why, kept, personal, withheld = '', whenErased }]: [string, PersonalTable]) => {
  const secret = words(withheld);
  const shown = words(personal).filter((column) => !secret.includes(column));
  return `## ${table}

| | |
|---|---|
| Of | ${of} |
| Why | ${why} |
| How long | ${kept} |
| In the person's file | ${listed(shown)} |
| Not in it | ${listed(secret)} |
| When the account is erased | ${whenErased} |`;
};

const listed = (columns: readonly string[]) => (columns.length === 0 ? 'nothing' : columns.map((column) => `\`${column}\``).join(' '));
