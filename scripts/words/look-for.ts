/** What reads strangely aloud, and what to write for it. */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [/\bwho(?:so)?ever\b/i, 'name the role: a buyer who …, the process that …'],
  [/\b(?:nobody|nothing does|none of theirs|nobody else)\b/i, 'say what does happen, or who does not'],
  [/\bsomebody(?: else)?(?:’s|'s)?\b/i, 'name the role: another customer, a stranger, another process'],
  [/\b(?:is|are|was|were|be) (?:told|said)\b/i, 'logs, mails, shows, returns'],
  [/\b(?:is|are) (?:had|got)\b/i, 'costs, holds, receives'],
  [/\b(?:in stead|such that neither|by itself alone)\b/i, 'say which, and why'],
];

/** Texts for readers of Spanish and Portuguese, recorded examples, and what is made by a command. */
const NOT_OURS =
  /(^|\/)(i18n|examples|brands|demo)\/|\.(json|svg|lock|snap)$|^docs\/(schema|events|privacy)\.md$|^CHANGELOG\.md$|^scripts\/words\//;

export interface Turn {
  readonly file: string;
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

/** Turns of phrase in the lines that a `git diff --unified=0` adds. */
export function turnsIn(diff: string): Turn[] {
  const turns: Turn[] = [];
  let file = '';
  let line = 0;
  for (const text of diff.split('\n')) {
    if (text.startsWith('+++ ')) file = text.replace(/^\+\+\+ (b\/)?/, '');
    else if (text.startsWith('@@')) line = Number(/\+(\d+)/.exec(text)?.[1] ?? 0);
    else if (text.startsWith('+')) {
      if (!NOT_OURS.test(file)) turns.push(...turnsOf(text.slice(1)).map((turn) => ({ file, line, ...turn })));
      line += 1;
    }
  }
  return turns;
}

const turnsOf = (text: string) =>
  TURNS.flatMap(([pattern, instead]) => {
    const words = pattern.exec(text)?.[0];
    return words === undefined ? [] : [{ words, instead }];
  });
