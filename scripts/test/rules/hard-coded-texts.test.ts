import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hardCodedTexts } from '../../texts/hard-coded.ts';

const root = join(import.meta.dirname, '../../..');
const SOURCES = [
  'apps/{api,storefront,office,waiting-room}/{app,src,server}/**/*.{ts,tsx}',
  'packages/{brand,browser,contract,ui}/src/**/*.{ts,tsx}',
];

/** Texts that are the same in every language, or that nobody reads while they buy; each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'apps/api/src/bills/ar/ar-books.ts': 'columns that the accountants of one country read',
  'apps/api/src/catalogue/import/understand/price.ts': 'words that publishers write beside prices',
  'apps/api/src/customers/privacy/data-export.ts': 'the names of a file’s sections, which programs read too',
  'apps/api/src/customers/privacy/queries-export.ts': 'the same',
  'apps/api/src/customers/privacy/export-words.ts': 'the keys of texts',
  'apps/api/src/http/assets.ts': 'told to browsers that ask for a file of a build',
  'apps/api/src/sale/staff/given-back.ts': 'kept with the refund, for organisers; the office is in Spanish',
  'apps/api/src/sale/staff/chargeback.ts': 'kept with the refund, for organisers; the office is in Spanish',
  'apps/api/src/secret-strength.ts': 'pairs of letters',
  'apps/storefront/app/chrome/gallery.tsx': 'for developers',
  'apps/storefront/app/chrome/top-bar/LanguagePicker.tsx': 'languages in their own words',
  'apps/storefront/app/login/sign-up/SignUpFields.tsx: password': 'the key of a text',
  'apps/storefront/app/purchase/buy/pay.ts': 'the key of a text (C-03)',
  'apps/waiting-room/server/markup.ts': 'languages in their own words',
  'packages/brand/src/schema.ts': 'what a brand says that says nothing else',
  'packages/contract/src/customers.ts': 'codes of countries',
  'packages/contract/src/rules/address.ts': 'names of provinces',
  'packages/contract/src/rules/card-brands.ts': 'names of cards',
  'packages/contract/src/rules/marketing.ts': 'the words that were agreed to, by their version',
  'packages/ui/src/gallery/Gallery.tsx': 'for developers',
};

test('what people read stands in the catalogues, in no source of any app', async () => {
  const paths = await Array.fromAsync(glob(SOURCES, { cwd: root }));
  expect(paths.length).toBeGreaterThan(500);
  const found = (await Promise.all(paths.map(async (path) => hardCodedTexts(path, await readFile(join(root, path), 'utf8'))))).flat();
  expect(found.filter(({ path, text }) => !allowed[path] && !allowed[`${path}: ${text}`])).toEqual([]);
  // An exception that is needed no more goes.
  expect(Object.keys(allowed).filter((path) => !found.some((each) => each.path === path || `${each.path}: ${each.text}` === path))).toEqual(
    [],
  );
});

test.each([
  ['a text between tags', 'export const A = () => <p>Sold out</p>;', ['Sold out']],
  ['a literal between tags', "export const A = () => <p>{'Sold out'}</p>;", ['Sold out']],
  ['an attribute that is read out', 'export const A = () => <img alt="The hall" className="wide hall" />;', ['The hall']],
  [
    'an attribute with a value filled in',
    'export const A = ({ n }: { n: number }) => <b aria-label={`$'.concat('{n} places`} />;'),
    ['places'],
  ],
  ['a sentence that is sent', "export const a = (reply: any) => reply.code(404).send('Not here');", ['Not here']],
  ['a Spanish sentence anywhere', "export const a = { say: 'Pagaste con tarjeta' };", ['Pagaste con tarjeta']],
  ['a Spanish word by its letters', "export const a = ['Operación'];", ['Operación']],
  ['part of a template', 'export const a = (n: string) => `$'.concat('{n} con tu saldo`;'), ['con tu saldo']],
  [
    'nothing of a key, a class, an error or a comment',
    '// Pagaste con tarjeta\nthrow new Error(\'the purchase is over\'); export const A = ({ t }: any) => <p className="big text" id="a b">{t(\'sold.out\')} · 3</p>;',
    [],
  ],
])('finds %s', async (_, source, texts) => {
  expect((await hardCodedTexts('a.tsx', source)).map(({ text }) => text)).toEqual(texts);
});
