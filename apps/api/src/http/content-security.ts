import { createHash } from 'node:crypto';

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

const inline = (html: string, pattern: RegExp) =>
  [...new Set([...html.matchAll(pattern)].map(([, text = '']) => sourceOf(text)))].join(' ');

export interface PolicyOptions {
  readonly openStyles?: boolean;
  /** Origins besides our own that the page may call. */
  readonly connectTo?: readonly string[];
}

/**
 * The policy of one rendered page: its inline scripts and styles by hash, so that the page and its header can be
 * cached together; a nonce would be different for each answer. `style-src-attr` is open because components place themselves with style attributes.
 */
export function contentSecurityPolicy(html: string, { openStyles = false, connectTo = [] }: PolicyOptions = {}): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inline(html, INLINE_SCRIPT)}`.trimEnd(),
    // A hash in the policy disables `'unsafe-inline'`, which Vite's development styles need.
    openStyles ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${inline(html, INLINE_STYLE)}`.trimEnd(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    // Tickets are printed from a blob document that the page makes itself.
    "frame-src 'self' blob:",
    "object-src 'none'",
  ].join('; ');
}
