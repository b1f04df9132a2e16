import { type JsonRead, readJson } from '../json-text.ts';

const SCRIPT = /<script\b[^>]*\btype\s*=\s*(["']?)application\/ld\+json\1[^>]*>([\s\S]*?)<\/script\s*>/gi;

/** A page rather than JSON; a JSON text never starts with `<`. */
export const isHtml = (text: string) => text.trimStart().startsWith('<');

/** The JSON-LD documents inside a page, with mistakes placed by the page's own lines. */
export function documentsInHtml(html: string): readonly JsonRead[] {
  return [...html.matchAll(SCRIPT)].map((found) => {
    const body = found[2] ?? '';
    const start = found.index + found[0].lastIndexOf(body, found[0].length - '</script>'.length);
    const lineOfBody = html.slice(0, start).split('\n').length;
    // Some publishers wrap the JSON in a comment or CDATA.
    return readJson(body.replace(/^\s*(?:<!--|<!\[CDATA\[)/, blank).replace(/(?:-->|\]\]>)\s*$/, blank), lineOfBody);
  });
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');
