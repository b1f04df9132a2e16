import { availabilityBitsPath, getAvailability, Refusal, venueMapPath, venuePicturePath } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { type KeptBody, keepBody } from '#http/kept-body';
import { sendRefusal } from '#http/replies';
import { serve } from '#http/serve';
import { quote } from '../catalogue/index.ts';
import type { Inventory } from './inventory.ts';
import { Recent } from './recent.ts';
import type { Stock, Venue } from './stock.ts';

/** What has its version in its address never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Brotli's quality: bits are made anew every second, maps once. */
const STRENGTH = { bits: 5, map: 9 };
/** Versions that browsers may still ask for: the last minutes of what sells fast. */
const MOST_VERSIONS = 300;
const MOST_MAPS = 100;

interface InventoryRoutes {
  readonly inventory: Inventory;
  readonly displayUnit: number;
}

/** What a performance has left, the map of its venue and how that is drawn; all public and the same for everybody. */
export async function inventoryRoutes(app: FastifyInstance, { inventory, displayUnit }: InventoryRoutes) {
  const versions = new Recent<KeptBody>(MOST_VERSIONS);
  const maps = new Recent<KeptBody>(MOST_MAPS);

  const currentVersion = async (performanceId: number) => {
    const { version, bits, ...counts } = await inventory.availability(performanceId);
    const path = availabilityBitsPath(performanceId, version);
    if (!versions.peek(path)) {
      const kept = await keepBody(200, { 'content-type': 'application/octet-stream', ...FOR_EVER }, bits, STRENGTH.bits);
      versions.get(path, () => kept);
    }
    return { performanceId, version, ...counts };
  };

  serve(app, getAvailability, async ({ params: { performanceId } }) => {
    const current = await currentVersion(performanceId);
    const stock = await inventory.stocks.get(performanceId);
    const sectors = current.sectors.map((sector) => ({ ...sector, ...lowestPrice(stock, sector.sectorId, displayUnit) }));
    return { ...current, sectors };
  });

  app.get<{ Params: { id: string; version: string } }>('/v2/Funcion/:id/Disponibilidad/:version', async (request, reply) => {
    const { id, version } = request.params;
    const path = availabilityBitsPath(Number(id), version);
    // Another process may have told its version; where the places are the same, so is ours.
    if (!versions.peek(path) && /^[1-9]\d{0,8}$/.test(id)) await currentVersion(Number(id)).catch(() => {});
    const kept = versions.peek(path);
    if (!kept) return sendRefusal(reply, new Refusal('not_found'));
    return app.fastLane.send(request, reply, kept, () => versions.peek(path));
  });

  serveKept(venueMapPath(':hash'), venueMapPath, ({ authoring }) => authoring);
  serveKept(venuePicturePath(':hash'), venuePicturePath, ({ picture }) => picture());

  /** Something of a map, made once. */
  function serveKept(route: string, pathTo: (hash: string) => string, make: (venue: Venue) => object) {
    app.get<{ Params: { hash: string } }>(route, async (request, reply) => {
      const { hash } = request.params;
      const path = pathTo(hash);
      let kept = maps.peek(path);
      if (!kept) {
        const venue = /^[0-9a-f]{32}$/.test(hash) ? await inventory.stocks.venue(hash) : null;
        if (!venue) return sendRefusal(reply, new Refusal('not_found'));
        const json = Buffer.from(JSON.stringify(make(venue)));
        const made = await keepBody(200, { 'content-type': 'application/json; charset=utf-8', ...FOR_EVER }, json, STRENGTH.map);
        kept = maps.get(path, () => made);
      }
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
