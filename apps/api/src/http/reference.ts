import { endpoints } from '@butaca/contract';
import { openApi } from '@butaca/contract/openapi';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** `/openapi.json` and a page to browse it at `/reference`. */
export async function mountReference(app: FastifyInstance, { title, version }: { title: string; version: string }) {
  const document = openApi(endpoints, { title, version });
  app.get('/openapi.json', { logLevel: 'warn' }, () => document);
  await app.register(scalar, {
    routePrefix: '/reference',
    logLevel: 'silent',
    configuration: { content: document, withDefaultFonts: false, telemetry: false, hideClientButton: true } as never,
  });
}
