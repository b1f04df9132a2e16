import { endpoints } from '@butaca/contract';
import { readExamples } from '@butaca/contract/examples';
import { openApi } from '@butaca/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { hashSource } from './content-security.ts';
import { languageOf } from './language.ts';

/** The page shows our own document and sends no requests to other origins; the viewer's other features stay off. */
const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Customers' sessions live at this origin, so only the viewer's file and its own inline scripts run, and nothing is sent elsewhere. The
 * page is made of our own document alone, so what stands in it is known; the viewer writes its styles as it draws.
 */
const policyOf = (html: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${[...html.matchAll(INLINE_SCRIPT)].map(([, text = '']) => hashSource(text)).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

interface ReferenceOptions {
  readonly title: string;
  readonly version: string;
  /** Whether there is a page to browse it; without it neither the viewer nor its megabytes are loaded. */
  readonly page: boolean;
}

/** `/openapi.json`, and a page to browse it at `/reference`. */
export async function mountReference(app: FastifyInstance, { title, version, page }: ReferenceOptions) {
  const document = openApi(endpoints, { title, version, examples: readExamples() });
  app.get('/openapi.json', { logLevel: 'warn' }, () => document);
  if (!page) return;
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      // The viewer makes an address of what the client sent as its host.
      if (URL.canParse(`http://${request.hostname}`)) done();
      else
        reply
          .code(400)
          .type('text/plain; charset=utf-8')
          .send(textsOf(languageOf(request)).answers('page.badAddress'));
    });
    scope.addHook('onSend', (_request, reply, payload, done) => {
      if (String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', policyOf(String(payload)));
      done();
    });
    await scope.register(scalar, {
      routePrefix: '/reference',
      logLevel: 'silent',
      configuration: { ...configuration, content: document } as never,
    });
  });
}
