import { loadBrand } from '@butaca/brand/load';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { mountIcons } from '../../src/http/icons.ts';
import { aWatch } from '../factories/watch.ts';

const { files } = await loadBrand('butaca');
const drawing = files.find(({ name }) => name === 'favicon.svg')?.bytes ?? Buffer.from('');

async function iconAt(address: string) {
  const app = createFramework({
    watch: aWatch().watch,
    trustedProxies: 0,
    publicOrigin: 'http://localhost',
    fastLane: new FastLane(() => undefined),
  });
  mountIcons(app, drawing);
  const answer = await app.inject(address);
  await app.close();
  return { type: answer.headers['content-type'], bytes: answer.rawPayload };
}

const cornerOf = async (bytes: Buffer) => [
  ...(await sharp(bytes).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()),
];

test('touch icon and manifest icons are the brand’s mark in pixels, of the size they are asked for', async () => {
  for (const [address, side] of [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
  ] as const) {
    const { type, bytes } = await iconAt(address);
    expect(type).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: side, height: side });
    const { data } = await sharp(bytes).flatten().resize(1, 1).raw().toBuffer({ resolveWithObject: true });
    expect(data[0], address).toBeGreaterThan(data[1] ?? 255);
  }
});

test('a page without a picture of its own is shared with the mark on a sheet of its colour', async () => {
  const { type, bytes } = await iconAt('/share.png');
  expect(type).toBe('image/png');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(await cornerOf(bytes)).toEqual([0xb3, 0x26, 0x1e, 255]);
});

test('an icon that a phone puts on its screen has no transparent corner', async () => {
  for (const address of ['/apple-touch-icon.png', '/icon-maskable-512.png'])
    expect(await cornerOf((await iconAt(address)).bytes)).toEqual([0xb3, 0x26, 0x1e, 255]);
  expect((await cornerOf((await iconAt('/icon-192.png')).bytes))[3]).toBe(0);
});

test('the icon at the old address is an icon file with one picture', async () => {
  const { type, bytes } = await iconAt('/favicon.ico');
  expect(type).toBe('image/x-icon');
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4), bytes[6]]).toEqual([0, 1, 1, 48]);
  const picture = bytes.subarray(bytes.readUInt32LE(18), bytes.readUInt32LE(18) + bytes.readUInt32LE(14));
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
});
