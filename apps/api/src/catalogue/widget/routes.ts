import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Brand } from '@butaca/brand';
import type { WidgetProblem } from '@butaca/contract/widget';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { encodingsOf, inBrotli, sendEncoded } from '#http/encodings';
import { keepBody } from '#http/kept-body';
import { languageOf } from '#http/language';
import { recent } from '#http/recent';
import { textsOf, widgetTexts } from '../../texts/index.ts';
import { presenterSettings } from '../presenter-settings.ts';
import { findVenues } from '../queries.ts';
import { widgetDocument } from './document.ts';
import { widgetGuide } from './guide.ts';

interface WidgetDeps {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Brand;
  readonly publicOrigin: string;
}

/** For pages of any origin, which bring no credentials: nothing of it belongs to anybody. */
const FOR_ANY_SITE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const;
const SCRIPT_SECONDS = 300;
/** As the catalogue's answers (decision 075). */
const DOCUMENT_SECONDS = 2;
/** Made-up venues cost one statement a second, however many are asked for. */
const VENUES_FRESH_MS = 1000;
const BROTLI_STRENGTH = 6;
const JSON_TYPE = 'application/json; charset=utf-8';
const DOCUMENT = /^(.*)\.json$/;

/** The widget for other people's sites: its script, its document for each venue, and the page that explains it (decision 077). */
export async function widgetRoutes(app: FastifyInstance, { db, secret, brand, publicOrigin }: WidgetDeps) {
  const settings = { ...presenterSettings(brand, secret), money: brand.locale, publicOrigin };
  const venues = recent(() => findVenues(db), { freshMs: VENUES_FRESH_MS });
  await scriptRoute(app);

  app.get<{ Params: { file: string } }>('/widget/:file', { logLevel: 'warn' }, async (request, reply) => {
    const seo = DOCUMENT.exec(request.params.file)?.[1] ?? request.params.file;
    const venue = (await venues()).find((each) => each.venue.seo === seo)?.venue;
    if (!venue || !DOCUMENT.test(request.params.file)) {
      const problem: WidgetProblem = { error: 'unknown_venue', venue: seo };
      return reply
        .code(404)
        .headers({ ...FOR_ANY_SITE, 'cache-control': 'no-store' })
        .type(JSON_TYPE)
        .send(JSON.stringify(problem));
    }
    const headers = {
      ...FOR_ANY_SITE,
      'content-type': JSON_TYPE,
      'cache-control': `public, max-age=${DOCUMENT_SECONDS}, stale-while-revalidate=${DOCUMENT_SECONDS}`,
    };
    const make = async () =>
      keepBody(200, headers, Buffer.from(JSON.stringify(await widgetDocument(db, venue, settings))), BROTLI_STRENGTH);
    return app.answers.sendDocument(request, reply, { key: `widget ${seo}`, make });
  });

  app.get('/reference/widget', { logLevel: 'warn' }, async (request, reply) => {
    const language = languageOf(request);
    const { html, policy } = widgetGuide({
      language,
      t: textsOf(language).widgetGuide,
      brandName: brand.name,
      origin: new URL(publicOrigin).origin,
      venues: (await venues()).map(({ venue }) => venue),
    });
    return reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policy }).type('text/html; charset=utf-8').send(html);
  });
}

/** Served as it is written, with its texts in every language. */
async function scriptRoute(app: FastifyInstance) {
  const source = await readFile(new URL('../../../widget/widget.js', import.meta.url), 'utf8');
  const script = Buffer.from(`((widgetTexts) => {\n${source}})(${JSON.stringify(widgetTexts)});\n`);
  const encodings = encodingsOf(script, await inBrotli(script, 11));
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;

  app.get('/widget.js', { logLevel: 'warn' }, (request, reply) => {
    reply.headers({
      ...FOR_ANY_SITE,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${SCRIPT_SECONDS}`,
      etag,
      vary: 'accept-encoding',
    });
    // A proxy that compresses makes it weak: the comparison is the weak one (RFC 9110, 13.1.2).
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return sendEncoded(request, reply, encodings);
  });
}
