import { expect, test } from 'vitest';
import { calendarFile } from '../../../app/account/order/OrderActions.tsx';
import { anOrder, NOW } from './an-order.ts';

const page = `https://butaca.example/myOrders/${'A'.repeat(22)}`;
const textOf = (order = anOrder()) => calendarFile(order, { page, now: NOW, words: { row: 'Fila', seat: 'Asiento' } }).text();

test('the calendar gets the show from its beginning to its end, where it is, and the way back to the tickets', async () => {
  const text = (await textOf()).replaceAll('\r\n ', '');
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Butaca//Entradas//ES',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${'A'.repeat(22)}.7@butaca.example`,
    'DTSTAMP:20261121T120000Z',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'DTSTART:20261122T120000Z',
    'DTEND:20261122T140000Z',
    'SUMMARY:Hamlet\\, príncipe\\; de Dinamarca',
    'LOCATION:Gran Teatro Alborada\\, Pasaje de los Telones 120\\, Ciudad Autónoma de Buenos Aires',
    `URL:${page}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a show that says how long it is ends then', async () => {
  const [performance] = anOrder().performances;
  if (!performance) throw new Error('an order has a performance');
  const order = anOrder({ performances: [{ ...performance, durationMinutes: 95 }] });
  expect(await textOf(order)).toContain('DTEND:20261122T133500Z');
});

test('no line of it is longer than calendars read, whatever the letters', async () => {
  for (const line of (await textOf()).split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

test('the places of the tickets that count stand in it, each on a line; a void one and another date do not', async () => {
  const ticket = {
    id: 'T',
    number: 'N',
    performanceId: 7,
    sectorName: 'Platea',
    row: '3',
    seat: '12',
    priceTypeName: 'General',
    final: 1,
    state: 'valid',
  } as const;
  const tickets = [
    ticket,
    { ...ticket, seat: '13' },
    { ...ticket, seat: '14', state: 'void' as const },
    { ...ticket, seat: '15', performanceId: 8 },
  ];
  const text = (await textOf(anOrder({ tickets }))).replaceAll('\r\n ', '');
  expect(text).toContain('\r\nDESCRIPTION:Platea · Fila 3 · Asiento 12\\nPlatea · Fila 3 · Asiento 13\r\n');
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});
