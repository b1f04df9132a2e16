import { expect, test } from 'vitest';
import { Footer } from '../../app/chrome/Footer.tsx';
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
