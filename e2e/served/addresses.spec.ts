import { type APIRequestContext, expect, test } from '@playwright/test';
import { pageText } from '../page-text.ts';

const text = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replace(/&#(x27|39);/g, "'")
    .replaceAll('&amp;', '&');
const textsOf = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, 'gs'))].map(([, inside = '']) => text(inside));

/** What the server writes at an address: no browser is needed for it. */
async function read(request: APIRequestContext, address: string) {
  const answer = await request.get(address);
  const html = await answer.text();
  return { status: answer.status(), title: textsOf(html, 'title')[0], main: /<main.*<\/main>/s.exec(html)?.[0] ?? '' };
}

for (const [names, rows] of [
  [['termsAndConditions', 'privacyPolicies', 'FAQ'], 'R-014, R-015, R-020'],
  [['eticket', 'TechnicalSupport', 'ComplaintsBook'], 'R-013, R-018, R-019'],
  [['PointSales', 'Services'], 'R-016, R-017'],
] as const)
  test(`${names.join(', ')} open for a visitor with the brand’s text (${rows})`, async ({ request }) => {
    for (const name of names) await expectInformation(request, `/${name}`, name);
  });

test('so do the page of the withdrawal and its document', async ({ request }) => {
  await expectInformation(request, '/arrepentimiento', 'withdrawal');
  await expectInformation(request, '/arrepentimiento/autorizacion', 'withdrawalDocument');
});

async function expectInformation(request: APIRequestContext, address: string, name: string) {
  const text = await pageText(name);
  const page = await read(request, address);
  expect([page.status, page.title, ...textsOf(page.main, 'h1')], address).toEqual([200, `${text.title} · Butaca`, text.title]);
  // The form below the text.
  const form = name === 'TechnicalSupport' ? ['Escribinos'] : [];
  expect(textsOf(page.main, 'h2'), address).toEqual([...text.parts, ...form]);
  expect(textsOf(page.main, 'p').join('\n'), address).toContain(text.opening);
}

test('no other path is a page: not the gallery of components, nor one of our own words with a number (R-005)', async ({ request }) => {
  for (const address of [
    '/inicio',
    '/_chrome',
    '/_chrome/1',
    '/fila/1',
    '/arrepentimiento/1',
    '/entrada/1',
    '/FAQ/1',
    '/landing',
    '/a/b/c',
  ]) {
    const { status, main } = await read(request, address);
    expect(status, address).toBe(404);
    expect(main, address).toContain('No encontramos esta página');
  }
});

test('capitals in an address make no difference', async ({ request }) => {
  for (const [address, title] of [
    ['/ADVANCEDSEARCH', 'Todos los espectáculos'],
    ['/advancedsearch', 'Todos los espectáculos'],
    ['/AdvancedSearch', 'Todos los espectáculos'],
    ['/signup', 'Creá tu cuenta'],
  ] as const)
    expect(textsOf((await read(request, address)).main, 'h1'), address).toEqual([title]);
});
