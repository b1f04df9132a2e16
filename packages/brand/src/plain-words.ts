import type { z } from 'zod';

const ARTICLES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const FORMS: Readonly<Record<string, string>> = {
  url: 'an address like https://host.example',
  email: 'an e-mail address',
  date: 'a date like 2026-11-30',
  base64: 'base64',
};

/**
 * What is wrong with a setting or with a field of a brand, for who wrote it, as the `error` of a parse; rules with words of their own keep them. The value
 * is never repeated: it may be a secret.
 */
export function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${ARTICLES[issue.expected] ?? issue.expected}`;
    case 'invalid_format':
      return `must be ${FORMS[issue.format] ?? issue.format}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${sizeOf(issue.origin, 'least', issue.minimum)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'most', issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'has not the form that it must have';
    default:
      return undefined;
  }
}

function sizeOf(origin: string, end: 'least' | 'most', bound: number | bigint): string {
  if (origin === 'string') return `have at ${end} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  return origin === 'array' ? `have at ${end} ${bound} ${bound === 1 ? 'entry' : 'entries'}` : `be at ${end} ${bound}`;
}
