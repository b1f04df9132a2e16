import type { Seating, SeatingRow } from './seating.ts';

/** Seats side by side: a range of places. */
export interface Run {
  readonly firstPlace: number;
  readonly row: SeatingRow;
  /** Of its middle to the focal point. */
  readonly score: number;
  /** Somebody else is left without a neighbour. */
  readonly strands: boolean;
}

export type IsFree = (place: number) => boolean;

/** Every way of sitting `quantity` people side by side in a row. */
export function* runsIn({ distance, apart }: Seating, row: SeatingRow, quantity: number, isFree: IsFree): Generator<Run> {
  const end = row.firstPlace + row.placeCount;
  /** Free places side by side up to here. */
  let length = 0;
  for (let place = row.firstPlace; place < end; place++) {
    length = isFree(place) ? (apart[place] === 1 ? 1 : length + 1) : 0;
    if (length < quantity) continue;
    const firstPlace = place - quantity + 1;
    const left = length - quantity;
    const right = freeAfter(place);
    const middle = ((distance[firstPlace + ((quantity - 1) >> 1)] ?? 0) + (distance[firstPlace + (quantity >> 1)] ?? 0)) / 2;
    yield { firstPlace, row, score: middle, strands: left === 1 || right === 1 };
  }

  /** Free places that go on to the right: none, one, or more. */
  function freeAfter(place: number): 0 | 1 | 2 {
    const goesOn = (other: number) => other < end && apart[other] !== 1 && isFree(other);
    return !goesOn(place + 1) ? 0 : goesOn(place + 2) ? 2 : 1;
  }
}
