import { getOrder, listOrders as listOrdersCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import { findOrder, listOrders, type OrdersWorld } from './find-orders.ts';

/** What became of one's purchases. */
export async function orderRoutes(app: FastifyInstance, world: OrdersWorld) {
  serve(app, listOrdersCall, ({ session }) => listOrders(world, session.customerId));
  serve(app, getOrder, ({ params, session }) => findOrder(world, params.orderId, session.customerId));
}
