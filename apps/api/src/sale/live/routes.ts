import { getAvailability, Refusal, venueMapPath, venuePicturePath } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { BoundedCache } from '#http/bounded-cache';
import { type KeptBody, keepBody } from '#http/kept-body';
import { serve } from '#http/serve';
import { quote } from '../../catalogue/index.ts';
import type { SaleWorld } from '../world.ts';
import { FOR_EVER, KeptBits } from './kept-bits.ts';
import type { Stock, Venue } from './stock.ts';

/** Brotli's quality: maps are made once. */
const STRENGTH = 9;
const MOST_MAPS = 100;

/** What a performance has left, the map of its venue and how that is drawn; all public and the same for every client. */
export async function liveRoutes(app: FastifyInstance, { live, displayUnit }: Pick<SaleWorld, 'live' | 'displayUnit'>) {
  const bits = new KeptBits(live);
  const maps = new BoundedCache<KeptBody>({ mostEntries: MOST_MAPS });

  serve(app, getAvailability, async ({ params: { performanceId } }) => {
    const { version, free, sectors: counts } = await bits.current(performanceId);
    const stock = await live.stocks.get(performanceId);
    const sectors = counts.map((sector) => ({ ...sector, ...lowestPrice(stock, sector.sectorId, displayUnit) }));
    return { performanceId, version, free, sectors };
  });

  app.get<{ Params: { id: string; version: string } }>('/v2/Funcion/:id/Disponibilidad/:version', async (request, reply) => {
    const { id, version } = request.params;
    if (!/^[1-9]\d{0,8}$/.test(id) || !/^[0-9a-f]{16}$/.test(version)) throw new Refusal('not_found');
    const peek = () => bits.peek(Number(id), version);
    const ofNow = peek() ?? (await bits.ofNow(Number(id)));
    const kept = peek();
    return kept ? app.fastLane.send(request, reply, kept, peek) : app.fastLane.sendOnce(request, reply, ofNow);
  });

  serveKept(venueMapPath(':hash'), venueMapPath, ({ authoring }) => authoring);
  serveKept(venuePicturePath(':hash'), venuePicturePath, ({ picture }) => picture());

  /** Something of a map, made once however many ask for it at once. */
  function serveKept(route: string, pathTo: (hash: string) => string, make: (venue: Venue) => object) {
    app.get<{ Params: { hash: string } }>(route, async (request, reply) => {
      const { hash } = request.params;
      const path = pathTo(hash);
      const kept = await maps.get(path, async () => {
        const venue = /^[0-9a-f]{32}$/.test(hash) ? await live.stocks.venue(hash) : null;
        if (!venue) throw new Refusal('not_found');
        const json = Buffer.from(JSON.stringify(make(venue)));
        return keepBody(200, { 'content-type': 'application/json; charset=utf-8', ...FOR_EVER }, json, STRENGTH);
      });
      return app.fastLane.send(request, reply, kept, () => maps.peek(path));
    });
  }
}

/** The lowest final price that a sector's places can have. */
function lowestPrice(stock: Stock | null, sectorId: number, displayUnit: number): { lowestPrice?: number } {
  const sector = stock?.sale.sectors.find(({ id }) => id === sectorId);
  if (!stock || !sector) return {};
  const section = stock.venue.map.sections.find(({ firstPlace }) => firstPlace === sector.firstPlace);
  const charges = stock.sale.charges.online;
  const finals = stock.sale.levels
    .filter(({ category }) => section?.categories.includes(category))
    .flatMap(({ types }) => types.map((type) => quote([{ ...type, charges, quantity: 1 }], displayUnit).final));
  return finals.length > 0 ? { lowestPrice: Math.min(...finals) } : {};
}
