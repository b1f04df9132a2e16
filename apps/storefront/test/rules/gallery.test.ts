import { expect, test } from 'vitest';
import { Gallery } from '../../app/catalogue/landing/Gallery.tsx';
import { frameWith, htmlIn } from '../render.ts';

const image = (name: string) => ({
  kind: 'gallery' as const,
  url: `/images/${name}.webp`,
  width: 800,
  height: 600,
  alt: `Hamlet, ${name}`,
});

test('each picture of a show is a link to its file, named by its text; without any there is no such part of the page', () => {
  const html = htmlIn(frameWith(), Gallery, { images: [image('one'), image('two')] });
  expect(html).toContain('>Fotos</h2>');
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/images/one.webp', '/images/two.webp']);
  for (const alt of ['Hamlet, one', 'Hamlet, two']) expect(html).toContain(`alt="${alt}"`);
  expect(htmlIn(frameWith(), Gallery, { images: [] })).toBe('');
});
