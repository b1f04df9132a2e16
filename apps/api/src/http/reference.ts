import { endpoints } from '@butaca/contract';
import { readExamples } from '@butaca/contract/examples';
import { openApi } from '@butaca/contract/openapi';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The page shows our own document and sends no requests to other origins; the viewer's other features stay off. */
const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};
const POLICY = "default-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'none'";

/** `/openapi.json` and a page to browse it at `/reference`. */
export async function mountReference(app: FastifyInstance, { title, version }: { title: string; version: string }) {
  const document = openApi(endpoints, { title, version, examples: readExamples() });
  app.get('/openapi.json', { logLevel: 'warn' }, () => document);
  await app.register(scalar, {
    routePrefix: '/reference',
    logLevel: 'silent',
    configuration: { ...configuration, content: document } as never,
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', POLICY);
        done();
      },
    },
  });
}
