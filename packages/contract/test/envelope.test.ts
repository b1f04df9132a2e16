import { expect, test } from 'vitest';
import { failureCodes } from '../src/failure-codes.ts';
import { isError, isSuccess, readEnvelope, writeRefusal, writeSuccess } from '../src/index.ts';

test('an answer has a code and data (EN-139, EN-140)', () => {
  expect(readEnvelope({ nCode: 200, oData: { Lista: [] }, cNuevo: 1 })).toMatchObject({ code: 200, data: { Lista: [] } });
  expect(writeSuccess([1])).toEqual({ nCode: 200, oData: [1] });
  expect(writeRefusal(410, 'event_not_available', {})).toEqual({ nCode: 410, cError: 'event_not_available', oData: {} });
});

test.each(['error', 'cError', 'oError'])('the error is read from %s (EN-141)', (name) => {
  expect(readEnvelope({ nCode: 460, [name]: 'wrong_credentials' })).toMatchObject({ code: 460, error: 'wrong_credentials' });
});

test('only 200 is success (CA-004)', () => {
  expect([199, 200, 201, 299, 300].map(isSuccess)).toEqual([false, true, false, false, false]);
});

test('a code above 299 is an error, and so is an answer without a code (CA-005)', () => {
  expect([200, 201, 299, 300, 500].map(isError)).toEqual([false, false, false, true, true]);
  expect(readEnvelope({ oData: { a: 1 } })).toMatchObject({ code: 500, data: { a: 1 } });
});

test('a body that is no answer of the API is not read as one', () => {
  for (const body of [null, undefined, 'x', 7, [], { nCode: '200' }]) expect(readEnvelope(body)?.code ?? null).not.toBe(200);
});

test('a code of our own means one thing; those of HTTP have the meaning that HTTP gives them', () => {
  const ofHttp = [400, 403, 404, 405, 410, 413, 415, 422, 429, 503];
  const codes = Object.values(failureCodes).filter((code) => !ofHttp.includes(code));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});
