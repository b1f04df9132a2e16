import { createHash } from 'node:crypto';

/** A script or style by its content, as a policy names it. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const sourcesOf = (texts: readonly string[]) => [...new Set(texts.map(hashSource))];

export interface PolicyOptions {
  /** Inline scripts and styles that the build knows as its own, as they stand in the page. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** Folders of other sites, with a slash at the end, that the page may load scripts from: those of a captcha. */
  readonly scriptsFrom?: readonly string[];
  readonly openStyles?: boolean;
  /** Origins or folders besides our own that the page may call. */
  readonly connectTo?: readonly string[];
  /** Origins or folders besides our own that may stand in a frame: the provider's log-out, a captcha, a provider of payments. */
  readonly frames?: readonly string[];
  /** Origins besides our own that forms may be posted to, in a frame: device data and challenges of 3-D Secure. */
  readonly formsTo?: readonly string[];
}

/**
 * The policy of a page: the build's own inline scripts and styles by hash, so that the page and its header can be cached together;
 * a nonce would be different for each answer. The page itself is not read: a script that got into it through a text has no hash
 * and does not run. `style-src-attr` is open because components place themselves with style attributes.
 */
export function contentSecurityPolicy({
  scripts = [],
  styles = [],
  scriptsFrom = [],
  openStyles = false,
  connectTo = [],
  frames = [],
  formsTo = [],
}: PolicyOptions = {}): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...sourcesOf(scripts), ...scriptsFrom].join(' '),
    // A hash in the policy disables `'unsafe-inline'`, which Vite's development styles need.
    ["style-src 'self'", ...(openStyles ? ["'unsafe-inline'"] : sourcesOf(styles))].join(' '),
    "style-src-attr 'unsafe-inline'",
    // The viewer of panoramas shows a picture that it has loaded from us as a blob.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formsTo].join(' '),
    "base-uri 'none'",
    // Tickets are printed from a blob document that the page makes itself.
    ["frame-src 'self' blob:", ...frames].join(' '),
    "object-src 'none'",
  ].join('; ');
}
