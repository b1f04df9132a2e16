import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountAssets } from '../../src/http/assets.ts';
import { encodingFor } from '../../src/http/encodings.ts';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { keepBody, writeKept } from '../../src/http/kept-body.ts';
import { aWatch } from '../factories/watch.ts';

const TEXT = 'Una platea, dos plateas, tres plateas. '.repeat(200);
const accepted = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['br;q=0', 'identity'],
  ['br ; q=0.000, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['gzip;q=0.9, br;q=0.1', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=0.5, gzip;q=0.1', 'identity'],
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
  ['deflate, zstd', 'identity'],
  // Only a whole name is one.
  ['brotli, x-gzip', 'identity'],
  ['sabre', 'identity'],
] as const;

test.each(accepted)('who accepts %j gets %s, the first time and again', (header, encoding) => {
  expect([encodingFor(header), encodingFor(header)]).toEqual([encoding, encoding]);
});

const kept = await keepBody(200, { 'content-type': 'text/plain' }, Buffer.from(TEXT), 4);
const server = createServer((request, response) => writeKept(request, response, kept));
const framework = createFramework({
  watch: aWatch().watch,
  trustedProxies: 0,
  publicOrigin: 'http://localhost',
  fastLane: new FastLane(() => undefined),
});
const directory = await mkdtemp(join(tmpdir(), 'butaca-encodings-'));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await writeFile(join(directory, 'first.js'), TEXT);
  await writeFile(join(directory, 'first.js.br'), brotliCompressSync(TEXT));
  await mountAssets(framework, '/assets/', directory);
});
afterAll(async () => {
  server.close();
  await framework.close();
  await rm(directory, { recursive: true });
});

const readable = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

test.each(accepted)('a kept answer and a file are sent to who accepts %j as %s', async (header, encoding) => {
  const headers = header === undefined ? {} : { 'accept-encoding': header };
  const [answer] = (await once(
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, headers, agent: false }),
    'response',
  )) as [IncomingMessage];
  const file = await framework.inject({ url: '/assets/first.js', headers });
  for (const [bytes, said] of [
    [await buffer(answer), answer.headers],
    [file.rawPayload, file.headers],
  ] as const) {
    expect(said['content-encoding'] ?? 'identity').toBe(encoding);
    expect(said['content-length']).toBe(String(bytes.length));
    expect(said.vary).toContain('accept-encoding');
    expect(readable[encoding](bytes).toString()).toBe(TEXT);
  }
});
