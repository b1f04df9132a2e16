import { escaped } from './xml.ts';

export interface SitemapEntry {
  /** Absolute. */
  readonly address: string;
  /** Epoch milliseconds; missing where no true time is known. */
  readonly changedAt?: number | undefined;
}

interface SitemapOptions {
  /** Addresses in one file. */
  readonly most: number;
  /** Which file is asked for, from 1; null: the one that names all. */
  readonly part: number | null;
  /** Of the file of that number. */
  readonly addressOf: (part: number) => string;
}

/** A file of the sitemap as the protocol has it (sitemaps.org): the pages, or an index of files when they are more than fit one. Null: no such file. */
export function sitemapFile(entries: readonly SitemapEntry[], { most, part, addressOf }: SitemapOptions): string | null {
  const files = Array.from({ length: Math.ceil(entries.length / most) }, (_, index) => entries.slice(index * most, (index + 1) * most));
  if (part !== null) return files[part - 1] ? xml('urlset', 'url', files[part - 1] ?? []) : null;
  if (files.length <= 1) return xml('urlset', 'url', entries);
  return xml(
    'sitemapindex',
    'sitemap',
    files.map((file, index) => ({ address: addressOf(index + 1), changedAt: latest(file) })),
  );
}

/** The last change of several pages, as far as it is known. */
export const latest = (entries: readonly Pick<SitemapEntry, 'changedAt'>[]): number | undefined =>
  entries.reduce<number | undefined>(
    (last, { changedAt }) => (changedAt !== undefined && changedAt > (last ?? 0) ? changedAt : last),
    undefined,
  );

function xml(root: string, element: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ address, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
    return `<${element}><loc>${escaped(address)}</loc>${changed}</${element}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;
}
