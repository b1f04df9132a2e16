import type { Problem } from './problem.ts';

export type JsonRead = { readonly value: unknown } | { readonly problem: Problem };

const DEEPEST = 200;
const literals = /true|false|null/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON string may not hold them
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const blank = /[ \t\r\n]*/y;

/** Reads JSON, and reports the line and column of a mistake; `firstLine` is the line of the file where the text starts. */
export function readJson(text: string, firstLine = 1): JsonRead {
  const fault = new Scanner(text).firstFault();
  if (fault === null) return { value: JSON.parse(text) };
  const before = text.slice(0, fault.offset).split('\n');
  const line = before.length - 1 + firstLine;
  return { problem: { at: `line ${line}, column ${(before.at(-1)?.length ?? 0) + 1}`, reason: fault.reason } };
}

class Fault {
  readonly offset: number;
  readonly reason: string;

  constructor(offset: number, reason: string) {
    this.offset = offset;
    this.reason = reason;
  }
}

/** Walks the text once; the built-in parser names no place for many mistakes. */
class Scanner {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  firstFault(): Fault | null {
    try {
      this.#value(0);
      this.#skip(blank);
      return this.#offset === this.#text.length ? null : this.#fault('nothing may follow the value');
    } catch (fault) {
      if (fault instanceof Fault) return fault;
      throw fault;
    }
  }

  #value(depth: number) {
    if (depth > DEEPEST) throw this.#fault('nested too deeply');
    this.#skip(blank);
    if (this.#take('{')) return this.#members('}', () => this.#member(depth));
    if (this.#take('[')) return this.#members(']', () => this.#value(depth + 1));
    if (!this.#skip(string) && !this.#skip(number) && !this.#skip(literals)) throw this.#fault('a value is expected here');
  }

  #members(end: string, member: () => void) {
    this.#skip(blank);
    if (this.#take(end)) return;
    for (;;) {
      member();
      this.#skip(blank);
      if (this.#take(end)) return;
      if (!this.#take(',')) throw this.#fault(`"," or "${end}" is expected here`);
    }
  }

  #member(depth: number) {
    this.#skip(blank);
    if (!this.#skip(string)) throw this.#fault('a name in double quotes is expected here');
    this.#skip(blank);
    if (!this.#take(':')) throw this.#fault('":" is expected here');
    this.#value(depth + 1);
  }

  #take(character: string) {
    if (this.#text[this.#offset] !== character) return false;
    this.#offset += 1;
    return true;
  }

  #skip(pattern: RegExp) {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text);
    if (!found) return false;
    this.#offset += found[0].length;
    return true;
  }

  #fault(reason: string) {
    return new Fault(this.#offset, this.#offset >= this.#text.length ? 'the file ends too early' : reason);
  }
}
