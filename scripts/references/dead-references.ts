import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Path from the root of the repository → text. */
export type Tree = ReadonlyMap<string, string>;

export interface Findings {
  readonly dead: readonly string[];
  /** How many references were looked up; a checker that reads nothing finds nothing dead. */
  readonly checked: number;
}

/** Lists rows of the specification under its section numbers, and is that text itself. */
const REQUIREMENTS = 'docs/requirements.md';
/** Applied migrations keep the section numbers of an older document; this file says where that text is now. */
const MIGRATIONS = 'apps/api/migrations/';
const OLD_SECTIONS = `${MIGRATIONS}README.md`;

const LINK = /\]\(([^)\s]+)\)/g;
const FILE = /(?<![\w*}<>$:./@-])((?:[\w.@+-]+\/)*[\w+-][\w.+-]*\.(?:ts|tsx|mjs|css|sql|md|yaml))(#[\w-]+)?(?![\w*/]|\.\w)/g;
const FOLDER =
  /(?<![\w*}<>$:./@-])((?:apps|packages|scripts|demo|e2e|bench|rehearsal|docs|deploy|brands|patches)(?:\/[\w.+-]*[\w+-])+)(?![\w*{/$]|\.\w)/g;
const DECISION = /\bdecisions?\s+(\d{1,3})\b/gi;
const SECTION = /(?:(?:(\w+) )?([\w.]+) )?§ ?([\d.]*\d)?/g;
/** Documents that are published elsewhere and keep their section numbers. */
const STANDARD = /^(?:RFC \d+|WOFF [\d.]+|RG \d+)$/;
const ROW = /\b(?:(?:GE|R|TB|CM|EX|FT|SC|EN|PT|SE|GU|PO|VA|RO|CA|AN|ER|CO|FL|OP)-\d{3}|[SC]-\d{2})\b/g;
/** Where titles name the rows that a test shows. */
const TEST = /(?:^|\/)(?:test|e2e)\//;

/** References to files, headings, decisions, sections and requirement rows that do not exist, one line each. */
export function deadReferences(tree: Tree): Findings {
  const dead: string[] = [];
  let checked = 0;
  const folders = foldersOf(tree);
  const endings = endingsOf(tree);
  const rows = new Set((tree.get(REQUIREMENTS) ?? '').match(ROW));
  const decisions = new Set([...tree.keys()].flatMap((path) => /^docs\/decisions\/(\d+)-/.exec(path)?.[1] ?? []));
  const oldSections = tree.get(OLD_SECTIONS) ?? '';

  for (const [file, text] of tree) {
    const here = posix.dirname(file);
    const prose = proseOf(file, text);
    const expectThat = (exists: boolean, reference: string) => {
      checked += 1;
      if (!exists) dead.push(`${file}: ${reference}`);
    };
    const expectHeading = (path: string, anchor: string | undefined, reference: string) =>
      anchor === undefined || expectThat(anchorsOf(tree.get(path) ?? '').has(anchor.slice(1)), reference);

    if (file.endsWith('.md')) {
      for (const [, target = ''] of prose.matchAll(LINK)) {
        // With a scheme it leads elsewhere, with a slash to a page of the shop.
        if (/^(?:[a-z]+:|\/)/.test(target)) continue;
        const [path = '', anchor] = splitAnchor(target);
        const found = path === '' ? file : posix.join(here, path);
        expectThat(tree.has(found) || folders.has(found), target);
        if (tree.has(found)) expectHeading(found, anchor, target);
      }
    }
    for (const [reference, path = '', anchor] of withoutLinks(file, prose).matchAll(FILE)) {
      const found = [path, posix.join(here, path), endings.get(path.replace(/^(?:\.\.\/)+/, '')) ?? ''].find((candidate) =>
        tree.has(candidate),
      );
      expectThat(found !== undefined, reference);
      if (found !== undefined) expectHeading(found, anchor, reference);
    }
    for (const [, path = ''] of prose.matchAll(FOLDER)) if (!/\.\w+$/.test(path)) expectThat(folders.has(path) || tree.has(path), path);
    for (const [reference, number = ''] of prose.matchAll(DECISION)) expectThat(decisions.has(number.padStart(3, '0')), reference);
    for (const [, first = '', second = '', number = ''] of file === REQUIREMENTS ? [] : prose.matchAll(SECTION)) {
      if (STANDARD.test(`${first} ${second}`)) continue;
      expectThat(file.startsWith(MIGRATIONS) && oldSections.includes(`| ${second} §${number} |`), `${second} §${number}`);
    }
    for (const [row] of (TEST.test(file) ? text : prose).matchAll(ROW)) expectThat(rows.has(row), row);
  }
  return { dead: [...new Set(dead)], checked };
}

/** What people read in a file: its comments, or all of a document but its examples. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replace(/^```[\s\S]*?^```/gm, '');
  if (file.endsWith('.sql')) return [...text.matchAll(/--(.*)/g)].map(([, line = '']) => line.trim()).join(' ');
  if (file.endsWith('.css')) return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, comment = '']) => inOneLine(comment)).join('\n');
  return parseSync(file, text)
    .comments.map(({ value }) => inOneLine(value))
    .join('\n');
}

const inOneLine = (comment: string) => comment.replace(/\s*\n\s*\*?\s*/g, ' ');

const withoutLinks = (file: string, prose: string) => (file.endsWith('.md') ? prose.replace(LINK, ']') : prose);

const splitAnchor = (target: string): [string, string | undefined] => {
  const at = target.indexOf('#');
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at)];
};

/** The anchors that a document's headings have where it is shown: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(document: string): ReadonlySet<string> {
  const headings = [...document.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)];
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function foldersOf(tree: Tree): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  }
  return folders;
}

/** Every file by each ending of its path: comments name `sale/stages.ts`, or `stages.ts`. */
function endingsOf(tree: Tree): ReadonlyMap<string, string> {
  const endings = new Map<string, string>();
  for (const path of tree.keys()) {
    const parts = path.split('/');
    for (let from = 0; from < parts.length; from++) endings.set(parts.slice(from).join('/'), path);
  }
  return endings;
}
