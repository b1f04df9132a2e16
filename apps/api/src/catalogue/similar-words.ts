/** How many words are compared letter by letter with a mistyped one. */
const MOST_SIMILAR = 30;

/** A word's place among all words. */
type Place = number;

/**
 * Finds the words whose trigrams are most similar to those of a typed one: a word with a typing error still shares most of them. A word's
 * trigrams are those of `  word `, each once; the similarity of two words is how many they share, over how many they have together.
 */
export function similarWords(words: readonly string[]): (typed: string) => Place[] {
  const trigrams = words.map(trigramsOf);
  // For each trigram the words that have it, one after the other in one column.
  const ends = new Int32Array(TRIGRAMS);
  for (const own of trigrams) for (const trigram of own) ends[trigram] = (ends[trigram] ?? 0) + 1;
  for (let trigram = 1; trigram < TRIGRAMS; trigram++) ends[trigram] = (ends[trigram] ?? 0) + (ends[trigram - 1] ?? 0);
  const firsts = ends.slice();
  const places = new Int32Array(ends.at(-1) ?? 0);
  for (let place = words.length - 1; place >= 0; place--) {
    for (const trigram of trigrams[place] ?? []) {
      const at = (firsts[trigram] ?? 0) - 1;
      places[at] = place;
      firsts[trigram] = at;
    }
  }
  const sizes = Uint8Array.from(trigrams, ({ length }) => length);

  return (typed) => {
    const own = trigramsOf(typed);
    const shared = new Uint8Array(words.length);
    for (const trigram of own) {
      const end = ends[trigram] ?? 0;
      for (let at = firsts[trigram] ?? 0; at < end; at++) {
        const place = places[at] ?? 0;
        shared[place] = (shared[place] ?? 0) + 1;
      }
    }
    return mostSimilar(shared, (place) => {
      const common = shared[place] ?? 0;
      return common / (own.length + (sizes[place] ?? 0) - common);
    });
  };
}

/** The places with the highest similarity, the best first, and of two equal ones the earlier first; none where nothing is shared. */
function mostSimilar(shared: Uint8Array, similarityOf: (place: Place) => number): Place[] {
  const best: { readonly place: Place; readonly similarity: number }[] = [];
  for (let place = 0; place < shared.length; place++) {
    if (shared[place] === 0) continue;
    const similarity = similarityOf(place);
    if (best.length === MOST_SIMILAR && similarity <= (best.at(-1)?.similarity ?? 0)) continue;
    const rank = best.findIndex((other) => other.similarity < similarity);
    best.splice(rank === -1 ? best.length : rank, 0, { place, similarity });
    if (best.length > MOST_SIMILAR) best.pop();
  }
  return best.map(({ place }) => place);
}

const CODES = 64;
const TRIGRAMS = CODES ** 3;
const [DIGITS, LETTERS, OTHERS] = [1, 11, 37];

/** Letters beyond the Latin ones share codes, which makes words of them seem a little more alike. */
function codeOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LETTERS + unit - 0x61;
  if (unit >= 0x30 && unit <= 0x39) return DIGITS + unit - 0x30;
  return OTHERS + (unit % (CODES - OTHERS));
}

/** Each once. */
function trigramsOf(word: string): readonly number[] {
  const trigrams: number[] = [];
  let trigram = 0;
  for (let at = 0; at <= word.length; at++) {
    trigram = (trigram * CODES + (at < word.length ? codeOf(word.charCodeAt(at)) : 0)) % TRIGRAMS;
    // A word has about ten: looking through them takes less than a set.
    if (!trigrams.includes(trigram)) trigrams.push(trigram);
  }
  return trigrams;
}
