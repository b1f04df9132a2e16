import { expect, test } from 'vitest';
import { type SitemapEntry, sitemapFile } from '../../app/seo/sitemap-file.ts';
import { pageOf } from '../../server/pages.ts';

const day = (date: number) => Date.UTC(2026, 10, date);
const entries: readonly SitemapEntry[] = [
  { address: 'https://butaca.example/', changedAt: day(3) },
  { address: 'https://butaca.example/landing/hamlet', changedAt: day(1) },
  { address: 'https://butaca.example/landing/macbeth', changedAt: day(3) },
  { address: 'https://butaca.example/FAQ?x=1&y=2' },
];
const file = (most: number, part: number | null = null) =>
  sitemapFile(entries, { most, part, addressOf: (of) => `https://butaca.example/sitemap.xml?parte=${of}` });
const read = (xml: string | null) => ({
  root: /<(urlset|sitemapindex) xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/.exec(xml ?? '')?.[1],
  entries: [...(xml ?? '').matchAll(/<(url|sitemap)><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/\1>/g)].map(([, , loc, at]) => [
    loc,
    at,
  ]),
});

test('pages that fit one file are that file, each with its last change where one is known', () => {
  expect(read(file(4))).toEqual({
    root: 'urlset',
    entries: [
      ['https://butaca.example/', '2026-11-03T00:00:00.000Z'],
      ['https://butaca.example/landing/hamlet', '2026-11-01T00:00:00.000Z'],
      ['https://butaca.example/landing/macbeth', '2026-11-03T00:00:00.000Z'],
      ['https://butaca.example/FAQ?x=1&amp;y=2', undefined],
    ],
  });
});

test('one page more, and the sitemap is an index of files that have every page once', () => {
  expect(read(file(3))).toEqual({
    root: 'sitemapindex',
    entries: [
      ['https://butaca.example/sitemap.xml?parte=1', '2026-11-03T00:00:00.000Z'],
      ['https://butaca.example/sitemap.xml?parte=2', undefined],
    ],
  });
  const parts = [1, 2].map((part) => read(file(3, part)));
  expect(parts.map(({ root }) => root)).toEqual(['urlset', 'urlset']);
  expect(parts.map((part) => part.entries.length)).toEqual([3, 1]);
  expect(parts.flatMap((part) => part.entries)).toEqual(read(file(4)).entries);
  expect(file(3, 3)).toBeNull();
});

test('a file of the sitemap is a page of its own; other numbers are the whole', () => {
  const at = (address: string) => pageOf(new URL(address, 'https://butaca.example')).address;
  expect(at('/sitemap.xml?parte=2')).toBe('/sitemap.xml?parte=2');
  for (const query of ['', '?parte=', '?parte=0', '?parte=100', '?parte=-1', '?parte=x', '?utm_source=x'])
    expect(at(`/sitemap.xml${query}`)).toBe('/sitemap.xml');
});
