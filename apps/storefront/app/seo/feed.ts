import { momentText } from '@butaca/brand/dates';
import { type BillboardShow, getBillboard } from '@butaca/contract';
import { serverCall, worldOf } from '../calls/server-call.ts';
import { pathTo } from '../paths.ts';
import type { Route } from './+types/feed';
import { escaped } from './xml.ts';

/** The billboard as RSS 2.0, for readers and for sites that list what plays: an item per show, next one first. */
export async function loader({ context }: Route.LoaderArgs) {
  const billboard = await serverCall(context, getBillboard, {});
  if (billboard.status !== 'ok') throw new Response(null, { status: 503 });
  const { brand, publicOrigin } = worldOf(context);
  const at = (path: string) => escaped(new URL(path, publicOrigin).href);
  const language = brand.locale.language;
  const items = billboard.data.items.map(
    (show) => `<item>
<title>${escaped(show.name)}</title>
<link>${at(pathTo('landing', { seo: show.seo }))}</link>
<guid isPermaLink="true">${at(pathTo('landing', { seo: show.seo }))}</guid>
<description>${escaped(lineOf(show, language))}</description>
<category>${escaped(show.typeName)}</category>
</item>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escaped(brand.name)}</title>
<link>${at('/')}</link>
<description>${escaped(brand.slogan)}</description>
<language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${at(FEED)}"/>
${items.join('\n')}
</channel></rss>
`;
  return new Response(xml, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}

const FEED = '/cartelera.rss';

/** `viernes, 12 de diciembre de 2026, 21:00 · Gran Teatro Alborada`. */
function lineOf({ firstDate, venueName, venueCity }: BillboardShow, language: string): string {
  const where = [venueName, venueCity].filter(Boolean).join(', ');
  if (firstDate?.year === undefined) return where;
  const { year, month, day, hour, minute } = firstDate;
  const at = Date.UTC(year, month - 1, day, hour, minute);
  return `${momentText(at, { language, timeZone: 'UTC' }, { dateStyle: 'full' })} · ${where}`;
}
