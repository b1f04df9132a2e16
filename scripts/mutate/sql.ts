/** One change of a text: what stands from `start` to `end` (exclusive) becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The kind of change, for the reader. */
  readonly what: string;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How many parentheses are open around it. */
  readonly depth: number;
}

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|[\w.¤]+|<>|<=|>=|=>|\|\||::|\S/g;

function tokensOf(sql: string): Token[] {
  let depth = 0;
  return [...sql.matchAll(TOKEN)].map(([text], index, all) => {
    if (text === ')') depth -= 1;
    const start = all[index]?.index ?? 0;
    const token = { text: text.toLowerCase(), start, end: start + text.length, depth };
    if (text === '(') depth += 1;
    return token;
  });
}

/** Words that end a condition or a list at their own depth. */
const ENDS = new Set([
  ...['and', 'or', 'then', 'else', 'end', 'order', 'group', 'having', 'limit', 'offset', 'for', 'returning', 'union', 'where', 'on', 'as'],
  ...['from', 'join', 'cross', 'left', 'inner', 'set', 'values', 'select', 'when', ',', 'do', 'desc', 'asc'],
]);

const swaps: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  greatest: 'least',
  least: 'greatest',
  min: 'max',
  max: 'min',
};

/** Mutants of one statement, or of a part of one; each `${…}` in it was replaced by as many `¤`. */
export function sqlMutants(sql: string): Edit[] {
  const tokens = tokensOf(sql);
  const at = (index: number) => tokens[index]?.text ?? '';
  const edits: Edit[] = [];
  const replace = (from: number, to: number, text: string, what: string) => {
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (first && last && to > from && sql.slice(first.start, last.end) !== text)
      edits.push({ start: first.start, end: last.end, text, what });
  };
  /** The index after the last token of what begins here, up to a word that ends it. */
  const endOf = (from: number, ends: ReadonlySet<string> = ENDS) => {
    const depth = tokens[from]?.depth ?? 0;
    let index = from;
    while (index < tokens.length) {
      const token = tokens[index] as Token;
      if (token.depth < depth || (token.depth === depth && index > from && ends.has(token.text))) break;
      index += 1;
    }
    return index;
  };
  /** What stands between commas at this depth, from here to the end of the list. */
  const listFrom = (from: number, ends: ReadonlySet<string>) => {
    const parts: [number, number][] = [];
    for (let index = from; index < tokens.length; ) {
      const end = endOf(index, new Set([...ends, ',']));
      parts.push([index, end]);
      if (at(end) !== ',') break;
      index = end + 1;
    }
    return parts;
  };

  /** A part of the statement that is written elsewhere and ends it, such as its lock. */
  const isFragment = (index: number) =>
    /^¤+$/.test(at(index)) && index === tokens.length - 1 && /^(\w[\w.]*|"[^"]*"|\))$/.test(at(index - 1)) && !ENDS.has(at(index - 1));

  tokens.forEach(({ text }, index) => {
    if (isFragment(index)) replace(index, index + 1, '', 'a fragment goes');
    if (text === 'for' && at(index + 1) === 'update') {
      let end = index + 2;
      if (at(end) === 'of') end += 2;
      const skips = at(end) === 'skip';
      replace(index, skips ? end + 2 : end, '', 'the lock goes');
      if (skips) replace(end, end + 2, '', '`skip locked` goes');
    }
    if (text === 'order' && at(index + 1) === 'by') {
      const end = endOf(index + 2, new Set(['limit', 'offset', 'for', 'returning']));
      replace(index, isFragment(end - 1) ? end - 1 : end, '', '`order by` goes');
    }
    if (text === 'desc') replace(index, index + 1, '', '`desc` goes');
    if (text === 'distinct') replace(index, at(index + 1) === 'on' ? endOf(index + 2, new Set()) : index + 1, '', '`distinct` goes');
    if (text === 'limit' || text === 'offset') replace(index, index + 2, '', `\`${text}\` goes`);
    if (text === 'on' && at(index + 1) === 'conflict' && at(index + 2) === 'do') replace(index, index + 4, '', '`on conflict` goes');
    if (text === 'is') {
      const negated = at(index + 1) === 'not';
      replace(index, negated ? index + 2 : index + 1, negated ? 'is' : 'is not', 'the test for null is inverted');
    }
    if (text === 'in' && at(index + 1) === '(' && at(index - 1) !== 'not') replace(index, index + 1, 'not in', '`in` is inverted');
    if (text === 'exists' && at(index - 1) !== 'not') replace(index, index + 1, 'not exists', '`exists` is inverted');
    if (text === 'not') replace(index, index + 1, '', '`not` goes');
    if (text === 'interval') replace(index + 1, index + 2, at(index + 1).replace(/\d+/, '0'), 'the time span becomes 0');
    if (text === 'coalesce') {
      const parts = listFrom(index + 2, new Set());
      for (const [from, to] of parts) {
        const [first, last] = [tokens[from], tokens[to - 1]];
        if (first && last)
          replace(index, endOf(index + 2, new Set()) + 1, sql.slice(first.start, last.end), '`coalesce` is one of its values');
      }
    }
    if (text === 'set' && at(index - 1) !== 'share') {
      const parts = listFrom(index + 1, new Set(['where', 'from', 'returning']));
      parts.forEach(([from, to], which) => {
        if (parts.length > 1) replace(which === 0 ? from : from - 1, which === 0 ? to + 1 : to, '', 'an assignment goes');
      });
    }
    const swap = swaps[text];
    const isStar = text === '*' && ['select', '('].includes(at(index - 1));
    if (swap !== undefined && !isStar) replace(index, index + 1, swap, `${text} becomes ${swap}`);

    const opens = ['where', 'and', 'or', 'when', 'having'].includes(text) || (text === 'on' && !['conflict', '('].includes(at(index + 1)));
    if (opens && at(index - 1) !== 'distinct') {
      const nested = at(index + 1) === '(' && ['and', 'or'].includes(at(endOf(index + 2))) ? index + 2 : null;
      for (const from of nested === null ? [index + 1] : [index + 1, nested]) {
        const to = endOf(from);
        const inOr = at(to) === 'or' || (from === index + 1 && text === 'or');
        replace(from, to, inOr ? 'false' : 'true', 'a condition goes');
        if (text === 'when') replace(from, to, 'false', 'a case is never met');
      }
    }
  });
  return edits;
}
