import { charge, reissueTickets, startPurchase, takePlaces, takeQuantities } from '@butaca/contract';
import { expect, test } from 'vitest';
import { askedHash } from '../../src/http/asked-hash.ts';

const SECRET = 'the secret of this deployment';
const body = { performanceId: 101, placeIds: [7, 8], type: 'cart' };
const hash = askedHash(SECRET, takePlaces, { body });

test('the same is asked whatever the order of its fields, with another captcha or proof, and at the other address of a call (CA-092)', () => {
  expect(askedHash(SECRET, takePlaces, { body: { type: 'cart', placeIds: [7, 8], performanceId: 101 } })).toBe(hash);
  expect(askedHash(SECRET, takePlaces, { body: { ...body, priceTypeIds: undefined } })).toBe(hash);
  expect(askedHash(SECRET, startPurchase, { body })).toBe(hash);
  const paid = (captcha?: string) => askedHash(SECRET, charge, { params: { purchaseId: 'A' }, body: { total: 5, captcha } });
  expect(paid('solved')).toBe(paid());
  // A passkey answers with something else every time.
  const reissued = (proof: object) => askedHash(SECRET, reissueTickets, { params: { orderId: 'A' }, body: proof });
  expect(new Set([{ passkey: '{1}' }, { passkey: '{2}' }, { password: 'Platea2026' }, {}].map(reissued)).size).toBe(1);
});

test('anything else asked has another hash, and so has the same at another deployment', () => {
  const others = [
    { ...body, placeIds: [8, 7] },
    { ...body, placeIds: [7] },
    { ...body, placeIds: ['7', '8'] },
    { ...body, performanceId: 102 },
    { ...body, priceTypeIds: null },
    { ...body, type: undefined },
  ].map((each) => askedHash(SECRET, takePlaces, { body: each }));
  const subjects = ['A', 'B'].map((purchaseId) => askedHash(SECRET, charge, { params: { purchaseId }, body }));
  const all = [hash, ...others, ...subjects, askedHash(SECRET, charge, { body }), askedHash('another secret', takePlaces, { body })];
  expect(new Set(all).size).toBe(all.length);
  expect(askedHash(SECRET, takeQuantities, { query: body })).not.toBe(hash);
  for (const each of all) expect(each).toMatch(/^[\w-]{22}$/);
});
