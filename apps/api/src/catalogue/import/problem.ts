/** Something in a file that cannot be taken: where in it, and why. */
export interface Problem {
  /** `shows[3].performances[0].startsAt`, or `line 4, column 7`; empty for the whole file. */
  readonly at: string;
  readonly reason: string;
}

const MOST_NAMED = 20;

/** A file that was not imported; one line per problem: file, place, reason. */
export class ImportProblem extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const named = problems.slice(0, MOST_NAMED).map(({ at, reason }) => [file, at, reason].filter((part) => part !== '').join(': '));
    const more = problems.length - named.length;
    super([...named, ...(more > 0 ? [`${file}: and ${more} more`] : [])].join('\n'));
    this.name = 'ImportProblem';
    this.problems = problems;
  }
}

/** What only a person knows, and answers with `key`. */
export interface Question {
  /** Names it in answers, and is the same the next time. */
  readonly key: string;
  readonly text: string;
  readonly answers: readonly string[];
}

/** A file that leaves something open; nothing of it was imported. */
export class ImportQuestions extends Error {
  readonly questions: readonly Question[];

  constructor(file: string, questions: readonly Question[]) {
    super(
      questions
        .map(({ key, text, answers }) => `${file}: ${text}\n${answers.map((answer) => `  --answer '${key}=${answer}'`).join('\n')}`)
        .join('\n'),
    );
    this.name = 'ImportQuestions';
    this.questions = questions;
  }
}

/** `['shows', 3, 'seo']` reads `shows[3].seo`. */
export const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text ? '.' : ''}${String(part)}`), '');
