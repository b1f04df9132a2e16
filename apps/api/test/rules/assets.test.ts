import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountAssets } from '../../src/http/assets.ts';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { aWatch } from '../factories/watch.ts';

const app = createFramework({
  watch: aWatch().watch,
  trustedProxies: 0,
  publicOrigin: 'http://localhost',
  fastLane: new FastLane(() => undefined),
});
const directory = await mkdtemp(join(tmpdir(), 'butaca-assets-'));
const onlyDocuments = ['cross-origin-opener-policy', 'permissions-policy'];

beforeAll(async () => {
  for (const name of ['first.js', 'first.css', 'flag.svg']) await writeFile(join(directory, name), 'content');
  await mountAssets(app, '/assets/', directory);
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

test.each(['first.js', 'first.css'])(
  '%s is kept for ever, cannot be taken for another type, and has no headers of documents',
  async (name) => {
    const { headers } = await app.inject(`/assets/${name}`);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    for (const header of onlyDocuments) expect(headers).not.toHaveProperty(header);
  },
);

test.each(['/assets/flag.svg', '/assets/nothing.js'])(
  '%s, which a browser may open as a document, has all security headers',
  async (address) => {
    const { headers } = await app.inject(address);
    for (const header of [...onlyDocuments, 'x-content-type-options']) expect(headers).toHaveProperty(header);
  },
);
