import { afterAll, expect, test } from 'vitest';
import { posterReader } from '../../src/catalogue/index.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { drawing, havePoster } from '../factories/posters.ts';
import { aWatch } from '../factories/watch.ts';

const { db, close } = await freshDatabase();
const { watch, told } = aWatch();
const { buyer, purchase: aPurchase, sales, close: closeCheckout } = await aCheckout(db, undefined, [{}, {}, {}], { watch });
const [one, other, { performanceId: second }] = sales;
await db`
  with otelo as (
    insert into show (seo, show_type_id, venue_id, name) select 'otelo', show_type_id, venue_id, 'Otelo' from show where seo = 'hamlet' returning id)
  update performance set show_id = otelo.id from otelo where performance.id = ${other.performanceId}`;
afterAll(async () => {
  await closeCheckout();
  await close();
});

const picturesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image\b/g) ?? [];

async function downloaded() {
  const purchase = await aPurchase({ seats: 3 });
  await buyer.pay(purchase);
  const file = await buyer.file(`/v2/Operacion/${purchase.id}/Entradas/a4`);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toBe('application/pdf');
  return file.rawPayload;
}

test('a show’s tickets carry its poster, once in the file, and not another show’s', async () => {
  expect(picturesOf(await downloaded())).toEqual([]);
  await havePoster(db, other.performanceId, drawing('#102030'));
  expect(picturesOf(await downloaded())).toEqual([]);
  await havePoster(db, one.performanceId, drawing('#a03010'));
  const file = await downloaded();
  expect(picturesOf(file)).toHaveLength(1);
  expect(file.length).toBeLessThan(400_000);
});

test('a poster that cannot be read is logged, and the tickets are printed without it', async () => {
  const hash = await havePoster(db, one.performanceId, Buffer.from('no picture'), 'image/webp');
  expect(picturesOf(await downloaded())).toEqual([]);
  expect(told('poster-unreadable').map((line) => line['hash'])).toEqual([hash]);
});

test('a poster is read once for all its performances, as a JPEG no larger than it is needed, with its colour', async () => {
  const hash = await havePoster(db, one.performanceId, drawing('#305010'));
  const readPosters = posterReader({ db, watch });
  const posters = await readPosters([one.performanceId, other.performanceId, second]);
  const poster = posters.get(one.performanceId);
  expect(poster).toMatchObject({ hash, width: 440, height: 660, ink: '#1a2b3c', alt: 'Afiche' });
  expect(Buffer.from(poster?.jpeg ?? []).subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
  expect(posters.get(other.performanceId)?.hash).not.toBe(hash);
  expect(posters.get(second)).toEqual(poster);
  // Gone since: what was read before is enough.
  await db`update image set bytes = ${Buffer.from('no picture')} where hash = ${hash}`;
  expect((await readPosters([second])).get(second)?.jpeg).toEqual(poster?.jpeg);
  expect(told('poster-unreadable').filter((line) => line['hash'] === hash)).toEqual([]);
});
