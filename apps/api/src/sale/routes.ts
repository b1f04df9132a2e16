import {
  getPurchase,
  invalidatePurchase,
  Refusal,
  releaseGroup,
  releasePerformance,
  setPlaces,
  takeMore,
  takePlaces,
  takeQuantities,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import type { Session } from '#http/session';
import { cancelPurchase, releasePlaces, setPlaces as setExactPlaces } from './claim/release-places.ts';
import { chosenPlaces, takePlaces as take, type WantedPlaces } from './claim/take-places.ts';
import { findPurchase } from './find-purchase.ts';
import type { SaleWorld } from './world.ts';

/** A counter always sells as one, whichever page it comes from; nobody else does (C-09). */
function buyerOf({ id, customerId, role }: Session, type?: 'cart' | 'box'): Pick<WantedPlaces, 'customerId' | 'sessionId' | 'channel'> {
  if (type === 'box' && role !== 'box-office') throw new Refusal('not_for_you');
  return { customerId, sessionId: id, channel: role === 'box-office' ? 'box_office' : 'online' };
}

/** Choosing places: claimed, changed, given back, until the purchase is paid for or ends. */
export async function purchaseRoutes(app: FastifyInstance, world: SaleWorld) {
  for (const endpoint of [takePlaces, takeQuantities]) {
    serve(app, endpoint, ({ body, session, idempotencyKey, departed }) =>
      take(world, { ...body, ...buyerOf(session, body.type), idempotencyKey, departed }),
    );
  }
  serve(app, takeMore, ({ params, body, session, idempotencyKey, departed }) =>
    take(world, { ...params, ...body, ...buyerOf(session), idempotencyKey, departed }),
  );
  serve(app, setPlaces, async ({ params, body, session }) => {
    const { customerId } = session;
    const stock = await world.stockOf(body.performanceId);
    if (!stock) throw new Refusal('not_found');
    const wanted = chosenPlaces(stock, body.placeIds, body.priceTypeIds);
    const before = await findPurchase(world, params.purchaseId, customerId);
    await setExactPlaces(world, { ...params, customerId, performanceId: body.performanceId, ...wanted });
    const had = new Set(
      before.performances.flatMap(({ id, places: held = [] }) => (id === body.performanceId ? held.map(({ placeId }) => placeId) : [])),
    );
    return {
      purchase: await findPurchase(world, params.purchaseId, customerId),
      placeIds: wanted.placeIds.filter((place) => !had.has(place)),
      contiguous: true,
    };
  });
  for (const endpoint of [releaseGroup, releasePerformance]) {
    serve(app, endpoint, async ({ params, body, session }) => {
      await releasePlaces(world, { ...params, ...body, customerId: session.customerId });
      return findPurchase(world, params.purchaseId, session.customerId);
    });
  }
  serve(app, getPurchase, ({ params, session }) => findPurchase(world, params.purchaseId, session.customerId));
  serve(app, invalidatePurchase, async ({ params }) => ({ stage: await cancelPurchase(world, params.purchaseId) }));
}
