import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect } from '../fixtures.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/TOUR.md'), 'utf8');
const [introduction = '', ...sections] = guide.split(/^## /m);

/** Logins and cards of the guide's table, by what stands before them. */
export const given = new Map(
  [...introduction.matchAll(/^\| (\w[^|]*?) \| (.+?) \|$/gm)].map(([, name = '', values = '']): [string, string[]] => [
    name,
    codesIn(values),
  ]),
);

/** One stop of the tour as the guide describes it; remembers which of its parts were found. */
export class Stop {
  readonly title: string;
  /** Its link, without the origin of a default start. */
  readonly address: string;
  /** Commands and whatever else is to be typed. */
  readonly codes: readonly string[];
  readonly #words: ReadonlySet<string>;
  readonly #met = new Set<string>();

  constructor(section: string) {
    const text = section.replaceAll('\n', ' ');
    this.title = section.split('\n')[0] ?? '';
    this.address = /\]\(http:\/\/localhost:3000([^)]+)\)/.exec(text)?.[1] ?? '';
    this.codes = codesIn(text);
    this.#words = new Set([...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word));
  }

  /** The words of the guide; a test can only ask for what it says. */
  word(word: string): string {
    expect([...this.#words], `the guide says “${word}”`).toContain(word);
    this.#met.add(word);
    return word;
  }

  async sees(word: string, where: Locator) {
    await expect(where.filter({ hasText: this.word(word) }).first(), word).toBeVisible();
  }

  /** Every part of the guide's text was found. */
  end() {
    expect([...this.#met].sort()).toEqual([...this.#words].sort());
  }
}

export const stops = sections.map((section) => new Stop(section));

function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
