import { setTimeout as sleep } from 'node:timers/promises';
import { AVAILABILITY_VERSION, getAvailability, Refusal, venueMapPath, venuePicturePath } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { BoundedCache } from '#http/bounded-cache';
import { type KeptBody, keepBody } from '#http/kept-body';
import { serve } from '#http/serve';
import { type Channel, quote } from '../../catalogue/index.ts';
import type { SaleWorld } from '../world.ts';
import type { Availability } from './availability.ts';
import type { LivePerformances } from './performances.ts';
import type { Stock, Venue } from './stock.ts';

/** Brotli's quality: maps are compressed once, bits every second. */
const MAP_BROTLI = 9;
const BITS_BROTLI = 5;
const MOST_MAPS = 100;

/** What a performance has left, the map of its venue and how that is drawn; all public and the same for every client. */
export async function liveRoutes(app: FastifyInstance, { live, displayUnit }: Pick<SaleWorld, 'live' | 'displayUnit'>) {
  const bits = new KeptBits(live);
  const maps = new BoundedCache<KeptBody>({ mostEntries: MOST_MAPS });

  serve(app, getAvailability, async ({ params: { performanceId }, query: { type } }) => {
    const { version, free, sectors: counts } = await bits.current(performanceId, type === 'box' ? 'box_office' : 'online');
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

  /** Serves a rendering of a map, made once for simultaneous requests. */
  function serveKept(route: string, pathTo: (hash: string) => string, make: (venue: Venue) => object) {
    app.get<{ Params: { hash: string } }>(route, async (request, reply) => {
      const { hash } = request.params;
      const path = pathTo(hash);
      const kept = await maps.get(path, async () => {
        const venue = /^[0-9a-f]{32}$/.test(hash) ? await live.stocks.venue(hash) : null;
        if (!venue) throw new Refusal('not_found');
        const json = Buffer.from(JSON.stringify(make(venue)));
        return keepBody(200, { 'content-type': 'application/json; charset=utf-8', ...FOR_EVER }, json, MAP_BROTLI);
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

/** The content of an address with a version never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Versions that browsers may still request: the last minutes of a fast sale. */
const MOST_VERSIONS = 300;
/** Longer than an announcement of another process takes to arrive. */
const NEWS_MS = 100;
/** Requests for versions that are not known here share one answer for this long. */
const OF_NOW_MS = 200;

/** The bits of free places by performance and version, as they are sent to browsers. */
class KeptBits {
  readonly #live: LivePerformances;
  readonly #versions = new BoundedCache<KeptBody>({ mostEntries: MOST_VERSIONS });
  readonly #ofNow = new BoundedCache<KeptBody>({ mostEntries: MOST_VERSIONS, freshMs: OF_NOW_MS });

  constructor(live: LivePerformances) {
    this.#live = live;
  }

  peek(performanceId: number, version: string): KeptBody | undefined {
    return this.#versions.peek(keyOf(performanceId, version));
  }

  /** What a channel has left now; its bits can be requested from then on. */
  async current(performanceId: number, channel: Channel): Promise<Availability> {
    const availability = await this.#live.availability(performanceId, channel);
    await this.#versions.get(keyOf(performanceId, availability.version), () => bodyOf(availability, FOR_EVER));
    return availability;
  }

  /**
   * For a version that is not known here: another process has announced it. Once its news must have arrived, the
   * bits of now are known by their version, those of counters too, and the shop's are answered whatever it is, for this once (decision 015).
   */
  async ofNow(performanceId: number): Promise<KeptBody> {
    return this.#ofNow.get(String(performanceId), async () => {
      await sleep(NEWS_MS);
      const [ofShop] = await Promise.all([this.current(performanceId, 'online'), this.current(performanceId, 'box_office')]);
      return bodyOf(ofShop, { 'cache-control': 'no-store' });
    });
  }
}

const keyOf = (performanceId: number, version: string) => `${performanceId} ${version}`;

const bodyOf = ({ version, bits }: Availability, caching: Readonly<Record<string, string>>): Promise<KeptBody> =>
  keepBody(200, { 'content-type': 'application/octet-stream', [AVAILABILITY_VERSION]: version, ...caching }, bits, BITS_BROTLI);
