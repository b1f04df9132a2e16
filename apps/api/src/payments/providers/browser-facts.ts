import type { Facts } from '../provider.ts';

/** What 3-D Secure asks of a browser; it is its word alone. */
export interface BrowserFacts {
  readonly language: string;
  readonly colorDepth: number;
  readonly screenHeight: number;
  readonly screenWidth: number;
  /** Minutes behind UTC. */
  readonly timeDifference: number;
  readonly userAgent: string;
}

/** A fact that the browser does not tell, or tells wrongly, has a usual value, because issuers want all of them. */
export function browserFacts(given: Facts, usualAgent = 'Mozilla/5.0'): BrowserFacts {
  const told = (name: string, form: RegExp, usual: string) => (form.test(String(given[name] ?? '')) ? String(given[name]) : usual);
  return {
    language: told('language', /^[A-Za-z-]{2,35}$/, 'es-AR'),
    colorDepth: Number(told('colorDepth', /^\d{1,2}$/, '24')),
    screenHeight: Number(told('screenHeight', /^\d{1,6}$/, '800')),
    screenWidth: Number(told('screenWidth', /^\d{1,6}$/, '360')),
    timeDifference: Number(told('timeDifference', /^-?\d{1,4}$/, '180')),
    userAgent: told('userAgent', /^[ -~]{1,1024}$/, usualAgent),
  };
}

/** What browsers ask for with a page. */
export const ACCEPTS = 'text/html,application/xhtml+xml,*/*';
