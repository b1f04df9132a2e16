import type { Db } from '#db/connect';
import { readSearchIndex, type SearchIndexRow } from './queries-search.ts';
import { similarWords } from './similar-words.ts';

/**
 * What the search reads of the catalogue, as columns of numbers: comparing ten thousand shows takes about a millisecond, as many index
 * look-ups in the database took sixty. Shows and performances are known by their place in the columns.
 */
export interface SearchIndex {
  readonly version: string;
  readonly shows: { readonly ids: Int32Array; readonly typeIds: Int32Array };
  /** In the order of their starts, then of their shows. */
  readonly performances: {
    readonly ids: Int32Array;
    readonly shows: Int32Array;
    readonly venueIds: Int32Array;
    /** In milliseconds since 1970. */
    readonly startsAt: Float64Array;
    /** Days since 2000, in the time of the venue. */
    readonly days: Int32Array;
    /** In minor units, charges included; negative without one. */
    readonly lowestPrices: Float64Array;
    /** Those of each show by their start: from `firsts[show]` to before `firsts[show + 1]`. */
    readonly byShow: { readonly turns: Int32Array; readonly firsts: Int32Array };
  };
  /**
   * Lower case, without accents, with a space between them, and the shortest first; `starts` has one more, for the end. Some are of no
   * show any more.
   */
  readonly words: {
    readonly text: string;
    readonly starts: Int32Array;
    readonly ids: Int32Array;
    /** The places of the words that are most similar to a mistyped one. */
    readonly similarTo: (typed: string) => readonly number[];
  };
  /** The shows that have a word, and how much it says about each: from `first` to before `end` of the two columns, by id of the word. */
  readonly showWords: {
    readonly ranges: ReadonlyMap<number, { readonly first: number; readonly end: number }>;
    readonly shows: Int32Array;
    readonly weights: Int32Array;
  };
}

/**
 * The index of this process: what it keeps, or another one that is read after the call where that has not the version which the database
 * has now.
 */
export function searchIndexReader(db: Db, displayUnit: number): (version: string) => Promise<SearchIndex> {
  let kept: SearchIndex | undefined;
  let reading: Promise<SearchIndex> | undefined;

  const read = async () => {
    try {
      const [row] = await readSearchIndex(db, displayUnit);
      if (!row) throw new Error('search_version has no row');
      kept = indexOf(row);
      return kept;
    } finally {
      reading = undefined;
    }
  };

  return async (version) => {
    if (kept?.version === version) return kept;
    // Begun before the call, so it may be of an earlier version.
    const underWay = await reading;
    if (underWay?.version === version) return underWay;
    reading ??= read();
    return reading;
  };
}

/** From which PostgreSQL counts days and microseconds. */
const EPOCH_OF_DATABASE_MS = Date.UTC(2000);
const DAY_MS = 86_400_000;

/** Of a day such as `2026-11-21`, as the index has them. */
export const daysSince2000 = (day: string): number => (Date.parse(day) - EPOCH_OF_DATABASE_MS) / DAY_MS;

/** The place of a show that is not listed. */
export const UNLISTED = -1;

function indexOf(row: SearchIndexRow): SearchIndex {
  const showIds = integersOf(row.showIds);
  const places = new Map(Array.from(showIds, (id, place) => [id, place]));
  const placeOf = (showId: number) => places.get(showId) ?? UNLISTED;
  const shows = integersOf(row.performanceShowIds).map(placeOf);
  const text = row.words ?? '';
  return {
    version: row.version,
    shows: { ids: showIds, typeIds: integersOf(row.showTypeIds) },
    performances: {
      ids: integersOf(row.performanceIds),
      shows,
      venueIds: integersOf(row.performanceVenueIds),
      startsAt: bigintsOf(row.startsAt).map((microseconds) => microseconds / 1000 + EPOCH_OF_DATABASE_MS),
      days: integersOf(row.days),
      lowestPrices: bigintsOf(row.lowestPrices),
      byShow: groupedByShow(shows, showIds.length),
    },
    words: { text, starts: startsOf(text), ids: integersOf(row.wordIds), similarTo: prepared(() => similarWords(text.split(' '))) },
    showWords: {
      ranges: rangesOf(integersOf(row.showWordIds)),
      shows: integersOf(row.showWordShowIds).map(placeOf),
      weights: integersOf(row.showWordWeights),
    },
  };
}

/** In the binary form of an array, a header stands before the elements and a length before each of them; none is null here. */
const ARRAY_HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

function integersOf(array: Buffer | null): Int32Array {
  if (!array) return new Int32Array();
  const stride = LENGTH_BYTES + 4;
  const column = new Int32Array((array.length - ARRAY_HEADER_BYTES) / stride);
  for (let row = 0; row < column.length; row++) column[row] = array.readInt32BE(ARRAY_HEADER_BYTES + row * stride + LENGTH_BYTES);
  return column;
}

function bigintsOf(array: Buffer | null): Float64Array {
  if (!array) return new Float64Array();
  const stride = LENGTH_BYTES + 8;
  const column = new Float64Array((array.length - ARRAY_HEADER_BYTES) / stride);
  for (let row = 0; row < column.length; row++) {
    const at = ARRAY_HEADER_BYTES + row * stride + LENGTH_BYTES;
    column[row] = array.readInt32BE(at) * 2 ** 32 + array.readUInt32BE(at + 4);
  }
  return column;
}

/** Of a column in which equal values stand together: where each begins and ends. */
function rangesOf(column: Int32Array): SearchIndex['showWords']['ranges'] {
  const ranges = new Map<number, { readonly first: number; readonly end: number }>();
  let first = 0;
  for (let row = 1; row <= column.length; row++) {
    const value = column[first] ?? 0;
    if (column[row] === value) continue;
    ranges.set(value, { first, end: row });
    first = row;
  }
  return ranges;
}

/** The turns of each show's performances, in their order. */
function groupedByShow(shows: Int32Array, showCount: number): SearchIndex['performances']['byShow'] {
  const firsts = new Int32Array(showCount + 1);
  for (const show of shows) firsts[show + 1] = (firsts[show + 1] ?? 0) + 1;
  for (let show = 0; show < showCount; show++) firsts[show + 1] = (firsts[show + 1] ?? 0) + (firsts[show] ?? 0);
  const next = firsts.slice();
  const turns = new Int32Array(shows.length);
  for (const [turn, show] of shows.entries()) {
    const at = next[show] ?? 0;
    turns[at] = turn;
    next[show] = at + 1;
  }
  return { turns, firsts };
}

/** Made at the first call: most searches have no typing error. */
function prepared<Answer>(make: () => (typed: string) => Answer): (typed: string) => Answer {
  let made: ((typed: string) => Answer) | undefined;
  return (typed) => {
    made ??= make();
    return made(typed);
  };
}

/** Where each word of a text begins, and where the next one would. */
function startsOf(text: string): Int32Array {
  const starts = [0];
  for (let space = text.indexOf(' '); space !== -1; space = text.indexOf(' ', space + 1)) starts.push(space + 1);
  return Int32Array.from([...starts, text.length + 1]);
}

/** Beginnings and insides of words; the shortest ones are the nearest to what was typed. */
const MOST_CONTAINING = 200;

interface Word {
  readonly id: number;
  readonly word: string;
}

/** Words of shows that contain what was typed, the shortest first. */
export function findContaining({ words }: SearchIndex, typed: string): Word[] {
  const found: Word[] = [];
  for (let at = words.text.indexOf(typed); at !== -1 && found.length < MOST_CONTAINING; ) {
    const place = lastNotAfter(words.starts, at);
    found.push(wordAt(words, place));
    at = words.text.indexOf(typed, words.starts[place + 1]);
  }
  return found;
}

/** Words of shows whose trigrams are most similar to those of what was typed, the most similar first. */
export const findSimilar = ({ words }: SearchIndex, typed: string): Word[] => words.similarTo(typed).map((place) => wordAt(words, place));

const wordAt = ({ text, starts, ids }: SearchIndex['words'], place: number): Word => ({
  id: ids[place] ?? 0,
  word: text.slice(starts[place], (starts[place + 1] ?? 0) - 1),
});

/** The place of the last of these rising numbers that is not above the given one. */
function lastNotAfter(numbers: Int32Array, most: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
