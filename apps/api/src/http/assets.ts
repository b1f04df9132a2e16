import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Encodings, encodingsOf, sendEncoded } from './encodings.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

interface Asset extends Encodings {
  readonly mediaType: string;
}

/** Serves an app's built files from memory; their names change with their content. `prefix` ends with a slash. */
export async function mountAssets(app: FastifyInstance, prefix: string, directory: string) {
  const assets = await readAssets(directory);

  const options = {
    logLevel: 'warn' as const,
    onSend: (_request: unknown, reply: FastifyReply, _payload: unknown, done: () => void) => {
      withoutDocumentHeaders(reply);
      done();
    },
  };
  app.get<{ Params: { '*': string } }>(`${prefix}*`, options, (request, reply) => {
    const asset = assets.get(request.params['*']);
    if (!asset) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('not found');
    reply.headers({
      'content-type': asset.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    return sendEncoded(request, reply, asset);
  });
}

/** A browser opens scripts and styles as no document; a first visit loads a dozen, and their headers are not compressed. */
function withoutDocumentHeaders(reply: FastifyReply) {
  if (!/^text\/(?:javascript|css)/.test(String(reply.getHeader('content-type')))) return;
  reply.removeHeader('cross-origin-opener-policy');
  reply.removeHeader('permissions-policy');
}

async function readAssets(directory: string): Promise<ReadonlyMap<string, Asset>> {
  const names = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const compressed = new Set(names.filter((name) => name.endsWith('.br')));
  const served = names.filter((name) => mediaTypes[extname(name)] !== undefined);
  const read = await Promise.all(
    served.map(
      async (name): Promise<[string, Asset]> => [
        name,
        {
          mediaType: mediaTypes[extname(name)] ?? 'application/octet-stream',
          ...encodingsOf(
            await readFile(join(directory, name)),
            compressed.has(`${name}.br`) ? await readFile(join(directory, `${name}.br`)) : null,
          ),
        },
      ],
    ),
  );
  return new Map(read);
}
