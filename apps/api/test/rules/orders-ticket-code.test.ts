import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { startOfTicketId, ticketCodes, ticketNumber } from '../../src/orders/ticket-code.ts';

const key = Buffer.alloc(32, 7).toString('base64url');
const codes = ticketCodes([key]);
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const id = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const tickets = fc.record({ id, performanceId: uint32, placeId: uint32 });
/** Signed by version 1 of the codes with `key`. */
const PRINTED_BEFORE =
  'AWZvb2JhcmJhenF1eHF1dXgAAAAfAAAEtAyrYtI1QaiZHzZ9uNeP3-WixcBBKQT0Zi4sNF_eeqpZRPDmBBuuv2q5cwCQi2jAxeckcabwCyZ_tlkyhNjfmQ4';
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a code says which ticket it is, and is the same whenever it is printed', () => {
  fc.assert(
    fc.property(tickets, (ticket) => {
      const code = codes.sign(ticket);
      expect(codes.read(code)).toEqual(ticket);
      expect(ticketCodes([key]).sign(ticket)).toBe(code);
    }),
  );
});

test('a code with any one character changed is refused', () => {
  const code = codes.sign({ id: 'Zm9vYmFyYmF6cXV4cXV1eA', performanceId: 31, placeId: 1204 });
  for (let at = 0; at < code.length; at += 1) {
    const others = [...SIGNS].filter((sign) => sign !== code[at]);
    // Every neighbour of the last character, whose two spare bits say nothing; a few of the others.
    for (const sign of at === code.length - 1 ? others : others.slice(at % 56, (at % 56) + 8)) {
      expect(codes.read(code.slice(0, at) + sign + code.slice(at + 1))).toBeUndefined();
    }
  }
});

test('a text that is not our code is refused', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => void expect(codes.read(text)).toBeUndefined()));
  const code = codes.sign({ id: 'Zm9vYmFyYmF6cXV4cXV1eA', performanceId: 31, placeId: 1204 });
  for (const near of [`${code}=`, ` ${code}`, `${code}A`, code.slice(0, -1), '']) expect(codes.read(near)).toBeUndefined();
});

test('a code signed with another key is refused', () => {
  const theirs = ticketCodes([randomBytes(32).toString('base64url')]);
  fc.assert(
    fc.property(tickets, (ticket) => void expect(codes.read(theirs.sign(ticket))).toBeUndefined()),
    { numRuns: 20 },
  );
});

test('a code names its key: what an earlier key signed is read for as long as that key is kept', () => {
  const [newer, newest] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')] as const;
  const rotated = ticketCodes([newest, newer, key]);
  fc.assert(
    fc.property(tickets, (ticket) => {
      for (const signer of [key, newer, newest]) expect(rotated.read(ticketCodes([signer]).sign(ticket))).toEqual(ticket);
      expect(rotated.sign(ticket)).toBe(ticketCodes([newest]).sign(ticket));
      expect(ticketCodes([newest, newer]).read(codes.sign(ticket))).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

test('a code printed before codes named their key is still read, whichever of the keys signed it', () => {
  const ticket = { id: 'Zm9vYmFyYmF6cXV4cXV1eA', performanceId: 31, placeId: 1204 };
  expect(codes.read(PRINTED_BEFORE)).toEqual(ticket);
  expect(ticketCodes([randomBytes(32).toString('base64url'), key]).read(PRINTED_BEFORE)).toEqual(ticket);
  expect(ticketCodes([randomBytes(32).toString('base64url')]).read(PRINTED_BEFORE)).toBeUndefined();
});

test('a code is small enough for a coarse QR: 45 squares a side with a sixth of it to spare', () => {
  fc.assert(
    fc.property(tickets, (ticket) => {
      const code = codes.sign(ticket);
      expect(code).toMatch(/^[\w-]{122}$/);
      expect(encode(code, { ecc: 'M', border: 0 }).size).toBe(45);
    }),
    { numRuns: 20 },
  );
});

test('a ticket number can be read out: twelve figures and letters that are not confused (EN-117)', () => {
  expect(ticketNumber(Buffer.alloc(16, 0).toString('base64url'))).toBe('0000-0000-0000');
  expect(ticketNumber(Buffer.alloc(16, 255).toString('base64url'))).toBe('ZZZZ-ZZZZ-ZZZZ');
  expect(ticketNumber('Zm9vYmFyYmF6cXV4cXV1eA')).toBe('CSQP-YRK1-E9H6');
  fc.assert(
    fc.property(id, (ticketId) => void expect(ticketNumber(ticketId)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)),
  );
});

test('a number that is read back begins the ticket’s id, typed in whatever case, without hyphens and with O, I and L for figures', () => {
  fc.assert(fc.property(id, (ticketId) => void expect(startOfTicketId(ticketNumber(ticketId))).toBe(ticketId.slice(0, 10))));
  expect(startOfTicketId('csqp yrk1e9h6')).toBe('Zm9vYmFyYm');
  expect(startOfTicketId('CSQP-YRKI-E9H6')).toBe('Zm9vYmFyYm');
  for (const typed of ['', '%', 'CSQP-YRK1-E9H', 'CSQP-YRK1-E9H66', 'CSQP-YRK1-E9HU', 'ana@correo.example'])
    expect(startOfTicketId(typed)).toBeNull();
});
