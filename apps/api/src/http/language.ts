import { LANGUAGE_COOKIE, type LanguageCode, type OfferedLanguages, offeredLanguage } from '@butaca/brand/languages';
import { safeNext } from '@butaca/contract';
import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Cookies } from './cookies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the deployment offers. */
    languages: OfferedLanguages;
  }
}

/** Of a page, by what its visitor chose. Calls say theirs in `Accept-Language`. */
export const languageOf = ({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): LanguageCode =>
  chosenLanguage(headers.cookie, server.languages);

/** Does not read cookies where there is nothing to choose. */
export const chosenLanguage = (cookies: string | undefined, offered: OfferedLanguages): LanguageCode =>
  offered.languages.length === 1 || cookies === undefined
    ? offered.language
    : offeredLanguage(parseCookie(cookies)[LANGUAGE_COOKIE], offered);

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** `/idioma/en`: keeps the choice in a cookie and leads back to the page on which it was made; works without a script. */
export function mountLanguages(app: FastifyInstance, publicOrigin: string) {
  const { origin, protocol } = new URL(publicOrigin);
  app.get<{ Params: { language: string } }>('/idioma/:language', { config: { changes: 'by link' } }, (request, reply) => {
    const { language } = request.params;
    if (app.languages.languages.some((each) => each === language))
      new Cookies(request, reply).set(LANGUAGE_COOKIE, language, {
        path: '/',
        maxAgeSeconds: YEAR_SECONDS,
        secure: protocol === 'https:',
        sameSite: 'lax',
      });
    return reply.header('cache-control', 'no-store').redirect(pageBefore(request.headers.referer, origin), 303);
  });
}

function pageBefore(referer: string | undefined, origin: string): string {
  const page = URL.parse(referer ?? '');
  return (page?.origin === origin ? safeNext(`${page.pathname}${page.search}`) : null) ?? '/';
}
