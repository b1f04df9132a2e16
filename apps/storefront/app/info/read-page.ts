import type { Brand } from '@butaca/brand';
import { Marked } from 'marked';
import { data, type LoaderFunctionArgs } from 'react-router';
import { worldOf } from '../calls/server-call.ts';
import { paths, type RouteName } from '../paths.ts';

export interface InfoPage {
  readonly title: string;
  /** What its second headings name, with the ids that the text has. */
  readonly parts: readonly { readonly id: string; readonly name: string }[];
  /** Its first sentences, without markup. */
  readonly description: string;
  readonly path: string;
  readonly html: string;
}

/**
 * An information page of the brand (S-35..S-42) by its address. It has no call of the API, so later navigations ask for this loader's
 * data, which is kept like a page.
 */
export function readInfoPage({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>): InfoPage {
  const { brand, look } = worldOf(context);
  const name = nameOf(request);
  const text = name && look.pages[name];
  if (!text) throw data(null, { status: 404 });
  const page = infoPage(text, valuesOf(brand));
  return { ...page, path: paths[name].path };
}

/** What a text of the brand may say with `{{…}}`, so that it stays true when a setting changes. */
const valuesOf = ({ name, contact, constants, withdrawal }: Brand): Readonly<Record<string, string>> => ({
  name,
  address: contact.address,
  mail: contact.mail,
  phone: phoneLink(contact.phones[0] ?? ''),
  purchaseMinutes: String(constants.purchaseMinutes),
  mostPlaces: String(constants.mostPlaces),
  ...(withdrawal && { withdrawalDays: String(withdrawal.days), withdrawalHours: String(withdrawal.hoursBefore) }),
});

/** As Markdown, so that a touch calls it. */
const phoneLink = (phone: string) => `[${phone}](tel:${phone.replace(/[^\d+]/g, '')})`;

/** The route's name by its address; one module serves all of them. */
function nameOf(request: Request): RouteName | undefined {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').toLowerCase();
  return (Object.keys(paths) as RouteName[]).find((name) => paths[name].path.toLowerCase() === path);
}

const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|\/|#)/i;

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = depth === 2 ? ` id="${anchorOf(text)}"` : '';
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    // A brand's texts are Markdown; markup in them would be a way around the content policy.
    html: () => '',
    image: () => '',
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return SAFE_ADDRESS.test(href) ? `<a href="${href.replace(/"/g, '%22')}">${text}</a>` : text;
    },
  },
});

/** A brand's text as a page: its first heading is the title, `{{name}}` and the like take values of the brand. */
function infoPage(markdown: string, values: Readonly<Record<string, string>>): Omit<InfoPage, 'path'> {
  const filled = markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const [, title = '', body = filled] = /^#[ \t]+(.+)\n([\s\S]*)$/.exec(filled.trimStart()) ?? [];
  const blocks = marked.lexer(body);
  const paragraph = blocks.find(({ type }) => type === 'paragraph')?.raw ?? title;
  const parts = blocks.flatMap((block) =>
    block.type === 'heading' && block.depth === 2 ? [{ id: anchorOf(block.text), name: plain(block.text) }] : [],
  );
  return { title: title.trim(), description: plain(paragraph), parts, html: marked.parse(body, { async: false }) };
}

/** Of a heading, for links within the page: letters and digits of its text. */
const anchorOf = (heading: string) =>
  plain(heading)
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Markdown of one paragraph as text of one line. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
