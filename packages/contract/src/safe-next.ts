/** Room for every address of ours with its query. */
const LONGEST_NEXT = 2000;
/** Control signs, halves of signs, and ends of lines: browsers drop some of them from an address, and headers refuse them. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** A path shows no sign that hides or turns others. In a search they are letters: emoji are joined by one. */
const UNSEEN = /\p{Cf}/u;
/** Any origin shows whether a path stays where it is. */
const SOME_ORIGIN = 'https://own.invalid';

/**
 * The page that an address asks to go on to (`nextUrl`), as a path of our own that is good in a header; null for whatever could lead
 * elsewhere. `/.//x` would be read as the path `//x`, which names the host `x`.
 */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > LONGEST_NEXT || !/^\/(?!\/)[^\\]*$/.test(next) || UNSENDABLE.test(next)) return null;
  const [path = ''] = next.split(/[?#]/, 1);
  try {
    const pathRead = decodeURIComponent(path);
    if (UNSENDABLE.test(pathRead) || UNSEEN.test(pathRead) || /\/\/|\\/.test(pathRead)) return null;
    if (UNSENDABLE.test(decoded(next.slice(path.length)))) return null;
    const { origin, pathname, search, hash } = new URL(next, SOME_ORIGIN);
    const own = `${pathname}${search}${hash}`;
    return origin === SOME_ORIGIN && own.length <= LONGEST_NEXT ? own : null;
  } catch {
    return null;
  }
}

/** People type `100%` into a search, and old links are not in UTF-8: what is no encoding hides no sign either. */
const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
    new TextDecoder().decode(Uint8Array.from(encoded.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))),
  );
