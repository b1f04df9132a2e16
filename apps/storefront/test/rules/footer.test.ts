import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inLanguage } from '@butaca/brand/in-language';
import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { Footer } from '../../app/chrome/Footer.tsx';
import { withWithdrawalAddress } from '../../app/frame/withdrawal-link.ts';
import { frameWith, htmlIn } from '../render.ts';

const footers = Array.from({ length: 13 }, (_, index) => index + 1);
const footerOf = (footer: number) => {
  const frame = frameWith({ chrome: { topBar: 2, footer, terms: 2 } });
  return htmlIn(frame, Footer, { frame });
};
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href).sort();
const arrangement = (html: string) => /<footer [^>]*style="([^"]*)"/.exec(html)?.[1];

test('each of the 13 footers has the same links in an arrangement of its own (GE-023, GE-025)', () => {
  const usual = linksIn(footerOf(2));
  expect(usual).toEqual(expect.arrayContaining(['/termsAndConditions', '/FAQ', '/arrepentimiento', 'tel:+541155550120']));
  for (const footer of footers) expect(linksIn(footerOf(footer)), `footer ${footer}`).toEqual(usual);
  expect(new Set(footers.map((footer) => arrangement(footerOf(footer)))).size).toBe(13);
});

/** The attributes of each link, by the name that a person reads. */
const linksByName = (html: string) =>
  new Map(
    [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', inside = '']) => [inside.replace(/<[^>]*>/g, ''), attributes]),
  );
const named = (name: string) => linksByName(footerOf(2)).get(name);
const leadsTo = (name: string) => /href="([^"]*)"/.exec(named(name) ?? '')?.[1];

test('the footer leads to terms, privacy policies and questions (FT-001, FT-002, FT-003)', () => {
  expect(leadsTo('Términos y condiciones')).toBe('/termsAndConditions');
  expect(leadsTo('Políticas de privacidad')).toBe('/privacyPolicies');
  expect(leadsTo('Preguntas frecuentes')).toBe('/FAQ');
});

test('the footer leads to the complaints book, the e-ticket and the support (FT-004, FT-005, FT-006)', () => {
  expect(leadsTo('Libro de quejas')).toBe('/ComplaintsBook');
  expect(leadsTo('E-ticket')).toBe('/eticket');
  expect(leadsTo('Soporte técnico')).toBe('/TechnicalSupport');
});

test('the footer leads to the services and the points of sale (FT-007, FT-008)', () => {
  expect(leadsTo('Servicios')).toBe('/Services');
  expect(leadsTo('Puntos de venta')).toBe('/PointSales');
});

test('the footer has the withdrawal button, its document and the chat, which opens a tab of its own (FT-009, FT-010, FT-011)', () => {
  expect(leadsTo('Botón de arrepentimiento')).toBe('/arrepentimiento');
  expect(leadsTo('Autorización de arrepentimiento')).toBe('/arrepentimiento/autorizacion');
  expect(leadsTo('Chateá con nosotros')).toBe('https://chat.butaca.example/');
  expect(named('Chateá con nosotros')).toMatch(/target="_blank" rel="noopener"/);
});

test('the button to withdraw has a whole address: that of a brand’s own form, or of our page (FT-009)', () => {
  const { brand } = frameWith();
  const leadsFrom = (href: string) => {
    const links = { ...brand.links, withdrawal: { ...brand.links.withdrawal, href } };
    const frame = { ...frameWith(), brand: withWithdrawalAddress({ ...brand, links }, 'https://entradas.example') };
    return /href="([^"]*)"/.exec(linksByName(htmlIn(frame, Footer, { frame })).get('Botón de arrepentimiento') ?? '')?.[1];
  };
  expect(leadsFrom('/arrepentimiento')).toBe('https://entradas.example/arrepentimiento');
  expect(leadsFrom('https://formularios.example/devolver?de=butaca')).toBe('https://formularios.example/devolver?de=butaca');
});

test('the footer has the address, the phones and the social networks of the house (FT-015, FT-016, FT-017)', () => {
  expect(footerOf(2)).toContain('Pasaje de los Telones 120, Buenos Aires');
  expect(leadsTo('+54 11 5555-0120')).toBe('tel:+541155550120');
  const social = /<ul[^>]*aria-label="Redes".*?<\/ul>/s.exec(footerOf(2))?.[0] ?? '';
  expect([...linksByName(social).keys()]).toEqual(['Instagram', 'YouTube']);
});

test('the footer names partners and the software behind the house, each with its logo (FT-018, FT-019)', () => {
  const { partners, poweredBy } = frameWith().brand.links;
  const pictures = Object.fromEntries([...partners, ...poweredBy].map(({ image }) => [image, { src: `/marca/${image}` }]));
  const html = htmlIn({ ...frameWith(), pictures }, Footer, { frame: { ...frameWith(), pictures } });
  for (const [label, name, [{ image } = { image: '' }]] of [
    ['Socios', 'Radio Platea', partners],
    ['Con tecnología de', 'Butaca', poweredBy],
  ] as const) {
    const list = new RegExp(`<ul[^>]*aria-label="${label}".*?</ul>`, 's').exec(html)?.[0] ?? '';
    expect([...linksByName(list).keys()]).toContain(name);
    expect(list).toContain(`<img src="/marca/${image}"`);
  }
});

const root = join(import.meta.dirname, '../../../..');
/** Of each brand and language: the titles of its information pages, and what the footer calls them. */
const pagesOfBrands = readdirSync(join(root, 'brands')).map(async (name) => {
  const { brand, pages, translatedPages } = await loadBrand(name);
  return brand.locale.languages.map((language) => {
    const texts = translatedPages[language] ?? pages;
    const chrome = JSON.parse(readFileSync(join(root, 'apps/storefront/app/i18n', language, 'chrome.json'), 'utf8')) as Record<
      string,
      string
    >;
    const { withdrawal, withdrawalDocument } = inLanguage(brand, language).links;
    const own: Readonly<Record<string, string>> = { withdrawal: withdrawal.name, withdrawalDocument: withdrawalDocument.name };
    return { what: `${name} ${language}`, texts, nameOf: (page: string) => own[page] ?? chrome[`footer.${page}`] };
  });
});
const titleOf = (markdown = '') => /^# (.+)$/m.exec(markdown)?.[1];

test('the footer calls every page of every brand by its title, in each of its languages, and so does a link of another page', async () => {
  for (const { what, texts, nameOf } of (await Promise.all(pagesOfBrands)).flat()) {
    const pages = Object.entries(texts);
    expect(pages.length).toBeGreaterThanOrEqual(10);
    for (const [page, markdown] of pages) {
      expect(nameOf(page), `${what}: ${page}`).toBe(titleOf(markdown));
      // In the middle of a sentence a link reads as it goes on.
      for (const [, text, to = ''] of markdown.matchAll(/\[(\p{Lu}[^\]]*)\]\(\/(\w+)\)/gu))
        if (texts[to] !== undefined) expect(text, `${what}: ${page} links to ${to}`).toBe(titleOf(texts[to]));
    }
  }
});
