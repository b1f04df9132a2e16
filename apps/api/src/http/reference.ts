import { endpoints } from '@butaca/contract';
import { readExamples } from '@butaca/contract/examples';
import { openApi } from '@butaca/contract/openapi';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
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

/** What the viewer says of its answers; the rest is said by the server that sends them. */
const VIEWER_HEADERS = ['content-type', 'content-disposition', 'access-control-allow-origin', 'access-control-allow-methods'];

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
  /** Whether there is a page to browse it. */
  readonly page: boolean;
}

/** By title and version: making one takes a tenth of a second, and a process of tests has many servers. */
const documents = new Map<string, object>();

function documentOf(title: string, version: string): object {
  const key = JSON.stringify([title, version]);
  const document = documents.get(key) ?? openApi(endpoints, { title, version, examples: readExamples() });
  documents.set(key, document);
  return document;
}

/** `/openapi.json`, and a page to browse it at `/reference`. */
export function mountReference(app: FastifyInstance, { title, version, page }: ReferenceOptions) {
  const document = documentOf(title, version);
  app.get('/openapi.json', { logLevel: 'warn' }, () => document);
  if (!page) return;
  // Loaded when it is first asked for: its four megabytes of script take 17 MB of memory, and a part of each start.
  let viewer: Promise<FastifyInstance> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    // The viewer makes an address of what the client sent as its host.
    if (!URL.canParse(`http://${request.hostname}`))
      return reply
        .code(400)
        .type('text/plain; charset=utf-8')
        .send(textsOf(languageOf(request)).answers('page.badAddress'));
    viewer ??= openViewer(document);
    const { statusCode, headers, payload } = await (await viewer).inject({ url: request.url, headers: { host: request.hostname } });
    if (statusCode === 404) return reply.callNotFound();
    if (headers.location !== undefined) return reply.redirect(headers.location, statusCode);
    for (const name of VIEWER_HEADERS) if (headers[name] !== undefined) reply.header(name, headers[name]);
    if (String(headers['content-type']).startsWith('text/html')) reply.header('content-security-policy', policyOf(payload));
    return reply.code(statusCode).send(payload);
  };
  for (const url of ['/reference', '/reference/*']) app.get(url, { logLevel: 'silent' }, show);
}

/** The viewer is a plugin, which a server that listens already cannot take in: it has one of its own, which listens nowhere. */
async function openViewer(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const viewer = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await viewer.register(scalar, { routePrefix: '/reference', configuration: { ...configuration, content: document } as never });
  return viewer;
}
