import { MOST_DECOR, MOST_LENGTH, MOST_PLACES } from '../limits.ts';
import type { MapProblem } from '../problem.ts';
import type { SeatingPlanFile } from './file.ts';

/** What the shape of the file cannot tell: what it names exists, no seat is there twice, all of it fits into a map. */
export function checkPlan(plan: SeatingPlanFile): MapProblem[] {
  return [...unknownCategories(plan), ...repeatedGuids(plan), ...farAway(plan), ...tooMuch(plan)];
}

function unknownCategories({ categories, zones }: SeatingPlanFile): MapProblem[] {
  const known = new Set(categories.map(({ name }) => name));
  return eachSeat(zones).flatMap(({ seat, path }) =>
    known.has(seat.category) ? [] : [{ path: `${path}.category`, reason: `no category ${seat.category}` }],
  );
}

function repeatedGuids({ zones }: SeatingPlanFile): MapProblem[] {
  const first = new Map<string, string>();
  return eachSeat(zones).flatMap(({ seat: { seat_guid }, path }) => {
    if (!seat_guid) return [];
    const before = first.get(seat_guid);
    if (!before) first.set(seat_guid, path);
    return before ? [{ path: `${path}.seat_guid`, reason: `${seat_guid} stands already at ${before}.seat_guid` }] : [];
  });
}

function farAway({ zones }: SeatingPlanFile): MapProblem[] {
  return eachSeat(zones).flatMap(({ x, y, path }) =>
    Math.max(Math.abs(x), Math.abs(y)) > MOST_LENGTH
      ? [{ path: `${path}.position`, reason: `more than ${MOST_LENGTH} from the origin` }]
      : [],
  );
}

function tooMuch({ zones }: SeatingPlanFile): MapProblem[] {
  const seats = eachSeat(zones).length;
  const areas = zones.reduce((sum, zone) => sum + (zone.areas?.length ?? 0), 0);
  return [
    ...(seats === 0 ? [{ path: 'zones', reason: 'no seat in any zone' }] : []),
    ...(seats > MOST_PLACES ? [{ path: 'zones', reason: `more than ${MOST_PLACES} places` }] : []),
    ...(areas > MOST_DECOR ? [{ path: 'zones', reason: `more than ${MOST_DECOR} areas` }] : []),
  ];
}

function eachSeat(zones: SeatingPlanFile['zones']) {
  return zones.flatMap((zone, z) =>
    zone.rows.flatMap((row, r) =>
      row.seats.map((seat, s) => ({
        seat,
        x: (zone.position?.x ?? 0) + (row.position?.x ?? 0) + seat.position.x,
        y: (zone.position?.y ?? 0) + (row.position?.y ?? 0) + seat.position.y,
        path: `zones.${z}.rows.${r}.seats.${s}`,
      })),
    ),
  );
}
