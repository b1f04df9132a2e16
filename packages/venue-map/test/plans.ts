import { readSeatingPlan } from '@butaca/venue-map/read';

type Fields = Readonly<Record<string, unknown>>;

export const seat = (number: unknown, x: number, over: Fields = {}) => ({
  seat_number: number,
  seat_guid: crypto.randomUUID(),
  position: { x, y: 0 },
  category: 'Platea',
  ...over,
});

export const planRow = (over: Fields = {}) => ({
  row_number: '1',
  position: { x: 0, y: 0 },
  seats: [seat('1', 0), seat('2', 10), seat('3', 20)],
  ...over,
});

export const zone = (over: Fields = {}) => ({ name: 'Sala', zone_id: 'sala', position: { x: 0, y: 0 }, rows: [planRow()], ...over });

/** A plan of one zone with one row of three seats. */
export const plan = (over: Fields = {}) => ({
  name: 'Teatro',
  size: { width: 300, height: 200 },
  categories: [
    { name: 'Platea', color: '#AA0000' },
    { name: 'Palco', color: 'gold' },
  ],
  zones: [zone()],
  ...over,
});

/** The plan as understood, or an error with its problems. */
export function understood(value: unknown) {
  const read = readSeatingPlan(value);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}
