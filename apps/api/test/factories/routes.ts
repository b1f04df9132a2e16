import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export interface Route {
  readonly method: string;
  readonly url: string;
  readonly config: NonNullable<RouteOptions['config']>;
}

const routes = new WeakMap<object, Route[]>();

/** Fastify tells of each instance before anybody mounts routes on it. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const mounted: Route[] = [];
  routes.set(fastify.server, mounted);
  fastify.addHook('onRoute', ({ method, url, config = {} }) => {
    for (const each of [method].flat()) mounted.push({ method: each, url, config });
  });
});

/** Every route of an app that was built after this file was loaded. */
export const routesOf = ({ server }: FastifyInstance): readonly Route[] => routes.get(server) ?? [];
