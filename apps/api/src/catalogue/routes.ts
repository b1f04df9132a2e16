import type { Brand } from '@butaca/brand';
import {
  listAgenda as agendaCall,
  getBillboard,
  getPerformance,
  getPublicPerformance,
  getShow,
  listCounterPerformances,
  listShows,
  listShowTypes,
  listVenues,
  searchShows as searchCall,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { BoundedWork } from '#http/bounded-work';
import { sendEncoded } from '#http/encodings';
import { languageOf } from '#http/language';
import { serve } from '#http/serve';
import { textsOf } from '../texts/index.ts';
import { closedPerformances } from './closed-performances.ts';
import { findPerformance, findShow, listAgenda, listForCounter } from './find-shows.ts';
import { imageReader } from './images.ts';
import { linkHash } from './link-hash.ts';
import { presentShow, presentVenue } from './present-show.ts';
import { presenterSettings } from './presenter-settings.ts';
import { findBillboard, findShowNames, findShowTypes, findVenues } from './queries.ts';
import { showSearch } from './search-shows.ts';
import { widgetRoutes } from './widget/routes.ts';

interface CatalogueDeps {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Brand;
  readonly publicOrigin: string;
  readonly answersFreshMs?: number;
}

/** They use connections that sales need too. */
const SEARCHES = { atOnce: 3, waiting: 100 };

/** What is on, where and for how much: the shop’s public calls, the counter’s list, the images and the widget. */
export async function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps) {
  const { db, secret, brand, answersFreshMs } = deps;
  const settings = presenterSettings(brand, secret);
  const searches = new BoundedWork(SEARCHES);
  const search = showSearch(db, settings);
  const closed = closedPerformances(db, settings, answersFreshMs === undefined ? {} : { freshMs: answersFreshMs });
  app.answers.keepsPart(closed);
  const performances = { db, settings, closed };

  serve(app, getBillboard, async () => ({ items: (await findBillboard(db)).map((row) => presentShow(row, settings)) }));
  serve(app, listShows, async () => ({
    items: (await findShowNames(db)).map(({ changedAt, ...show }) => ({
      ...show,
      hash: linkHash(secret, 'show', show.id),
      ...presentChange(changedAt),
    })),
  }));
  serve(app, listShowTypes, async () => ({
    items: (await findShowTypes(db)).map(({ order, ...type }) => ({ ...type, ...(order === null ? {} : { order }) })),
  }));
  serve(app, searchCall, (wanted) => searches.run(() => search(wanted)));
  serve(app, getShow, ({ params, query }) => findShow(db, { ...params, ...query }, settings));
  serve(app, agendaCall, ({ query }) => listAgenda(db, query));
  serve(app, listVenues, async () => ({
    items: (await findVenues(db)).map(({ venue, changedAt }) => ({ ...presentVenue(venue, settings), ...presentChange(changedAt) })),
  }));
  serve(app, getPerformance, ({ params, query, session }) =>
    findPerformance(performances, { ...params, ...query, channel: session.role === 'box-office' ? 'box_office' : 'online' }),
  );
  serve(app, listCounterPerformances, () => listForCounter(db, settings));
  serve(app, getPublicPerformance, ({ params, query }) => findPerformance(performances, { ...params, ...query, channel: 'online' }));
  imageRoute(app, db);
  await widgetRoutes(app, deps);
}

const presentChange = (at: Temporal.Instant | null) => (at === null ? {} : { changedAt: at.epochMilliseconds });

const HASH = /^[0-9a-f]{32}$/;

function imageRoute(app: FastifyInstance, db: Db) {
  const read = imageReader(db);

  app.get<{ Params: { hash: string; name: string } }>('/images/:hash/:name', { logLevel: 'warn' }, async (request, reply) => {
    const { hash } = request.params;
    const image = HASH.test(hash) ? await read(hash) : null;
    if (!image)
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(textsOf(languageOf(request)).answers('page.noImage'));
    reply.headers({
      'content-type': image.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      // Pages of other sites show them, by the widget, and may demand this of whatever they load.
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-encoding, origin',
    });
    return sendEncoded(request, reply, image);
  });
}
