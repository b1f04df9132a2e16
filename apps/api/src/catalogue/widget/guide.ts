import type { LanguageCode } from '@butaca/brand/languages';
import { escapeUTF8 } from 'entities';
import { hashSource } from '#http/content-security';
import type { WidgetGuideTexts } from '../../texts/index.ts';
import type { VenueRow } from '../rows.ts';

interface WidgetGuide {
  readonly language: LanguageCode;
  readonly t: WidgetGuideTexts;
  readonly brandName: string;
  readonly origin: string;
  readonly venues: readonly Pick<VenueRow, 'seo' | 'name'>[];
}

/** How an organiser puts the widget into a page, with the widget itself as the example. */
export function widgetGuide({ language, t, brandName, origin, venues }: WidgetGuide) {
  const venue = venues[0]?.seo ?? '';
  const embed = (host: string) =>
    `<script src="${host}/widget.js" data-establecimiento="${venue}" data-idioma="${language}" data-cantidad="6" async></script>`;
  const attributes = [
    ['data-establecimiento', t('venue.text'), t('venue.usual')],
    ['data-idioma', t('language.text'), t('language.usual')],
    ['data-cantidad', t('count.text'), t('count.usual')],
    ['data-tema', t('theme.text'), t('theme.usual')],
  ] as const;
  const details = [t('details.styles'), t('details.states', { brand: brandName }), t('details.heading'), t('details.module')];
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(`${t('title')} · ${brandName}`)}</title>
<link rel="icon" href="/favicon.ico">
<style>${STYLES}</style>
</head>
<body>
<main>
<p><a href="/">${escapeUTF8(brandName)}</a></p>
<h1>${escapeUTF8(t('title'))}</h1>
<p>${escapeUTF8(t('intro', { brand: brandName }))}</p>
${section('snippet', t('snippet'), `<p>${escapeUTF8(t('snippet.text'))}</p>\n${code(embed(origin))}`)}
${section(
  'attributes',
  t('attributes'),
  table(
    'attributes',
    [t('attribute'), t('meaning'), t('usual')],
    attributes.map(([name, ...about]) => [`<code>${name}</code>`, ...about.map((each) => escapeUTF8(each))]),
  ),
)}
${section('venues', t('venues'), venues.length === 0 ? `<p>${escapeUTF8(t('venues.none'))}</p>` : venueTable(t, venues))}
${venues.length === 0 ? '' : section('example', t('example'), embed(''))}
${section('details', t('details'), `<ul>${details.map((text) => `<li>${escapeUTF8(text)}</li>`).join('')}</ul>`)}
${section('policy', t('policy'), `<p>${escapeUTF8(t('policy.text'))}</p>\n${code(`script-src ${origin}; connect-src ${origin}; img-src ${origin}`)}`)}
${section('privacy', t('privacy'), `<p>${escapeUTF8(t('privacy.text', { origin }))}</p>`)}
</main>
</body>
</html>
`;
  return { html, policy: POLICY };
}

const venueTable = (t: WidgetGuideTexts, venues: WidgetGuide['venues']) =>
  table(
    'venues',
    ['data-establecimiento', t('venue.name')],
    venues.map(({ seo, name }) => [`<code>${escapeUTF8(seo)}</code>`, escapeUTF8(name)]),
  );

const section = (id: string, title: string, content: string) =>
  `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapeUTF8(title)}</h2>\n${content}\n</section>`;

const code = (text: string) => `<pre><code>${escapeUTF8(text)}</code></pre>`;

const table = (titleId: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table aria-labelledby="${titleId}">
<thead><tr>${heads.map((head) => `<th scope="col">${escapeUTF8(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.map(([first = '', ...others]) => `<tr><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table>`;

const STYLES = `
:root { color-scheme: light dark; --paper: light-dark(#faf6ee, #151210); --ink: light-dark(#221d19, #f4ede3); --line: light-dark(#dfd6c6, #3a322c);
  --sunken: light-dark(#f1eadd, #0f0d0b); --accent: light-dark(#b3261e, #ff7f63); --focus: light-dark(#1b4fd1, #8fb4ff); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 2rem; line-height: 1.1; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.375rem; }
a { color: var(--accent); }
pre { padding: 1rem; border: 1px solid var(--line); background: var(--sunken); white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
tbody th { font-weight: inherit; }
code { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** The guide's own policy: the widget's script, its data and its pictures, and the styles of this page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  `style-src ${hashSource(STYLES)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
